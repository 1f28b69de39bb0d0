<<<<<<<< HEAD:src/server/page/built/assets/class-D6evRC7p.js
import{av as o,aw as b}from"./index-D-8z6Saa.js";function L(i,v,f,C,t,r){var a=i[o];if(a!==f||a===void 0){var u=b(f,C,r);u==null?i.removeAttribute("class"):v?i.className=u:i.setAttribute("class",u),i[o]=f}else if(r&&t!==r)for(var A in r){var l=!!r[A];(t==null||l!==!!t[A])&&i.classList.toggle(A,l)}return r}export{L as s};
========
import{av as o,aw as b}from"./index-CW-Pp6VF.js";function L(i,v,f,C,t,r){var a=i[o];if(a!==f||a===void 0){var u=b(f,C,r);u==null?i.removeAttribute("class"):v?i.className=u:i.setAttribute("class",u),i[o]=f}else if(r&&t!==r)for(var A in r){var l=!!r[A];(t==null||l!==!!t[A])&&i.classList.toggle(A,l)}return r}export{L as s};
>>>>>>>> w-a:src/server/page/built/assets/class-D9l8Iihb.js
