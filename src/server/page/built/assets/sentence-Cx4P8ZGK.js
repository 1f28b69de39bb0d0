function p(t,a,n){const e=s=>typeof s=="number"?a[s]??"":s,{seat:o,other:c,seats:r,...m}=t;return n(t.key,{...m,seat:e(o),other:e(c),seats:Array.isArray(r)?r.map(e):r})}export{p as s};
