function s({players:a,table:n}){const d=n.lines.findIndex(t=>t.id==="grand_total");return a.map((t,i)=>n.cards.find(o=>o.seat===i)?.values[d]??null)}export{s as points};
