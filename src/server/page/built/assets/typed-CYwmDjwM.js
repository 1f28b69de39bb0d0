import{b as e}from"./index-M69UQ1hk.js";function f(r,t){const[n,...i]=t.split(" "),s=`${r}.typed.${n}`,o=e(s,{rest:i.join(" ")});return o===s?t:o}export{f as i};
