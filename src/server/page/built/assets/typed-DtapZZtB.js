import{c}from"./index-DXiuBMRn.js";function f(r,t){const[n,...i]=t.split(" "),s=`${r}.typed.${n}`,o=c(s,{rest:i.join(" ")});return o===s?t:o}export{f as i};
