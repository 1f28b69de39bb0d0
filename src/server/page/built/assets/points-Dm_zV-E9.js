function p({table:n}){return n.players.map(o=>o.hands_won)}export{p as points};
