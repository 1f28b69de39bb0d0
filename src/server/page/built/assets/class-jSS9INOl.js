<<<<<<<< HEAD:src/server/page/built/assets/class-BIJGt3tW.js
import{av as o,aw as b}from"./index-4i6KWTzL.js";function L(i,v,f,C,t,r){var a=i[o];if(a!==f||a===void 0){var u=b(f,C,r);u==null?i.removeAttribute("class"):v?i.className=u:i.setAttribute("class",u),i[o]=f}else if(r&&t!==r)for(var A in r){var l=!!r[A];(t==null||l!==!!t[A])&&i.classList.toggle(A,l)}return r}export{L as s};
========
import{av as o,aw as b}from"./index-CFlai9u0.js";function L(i,v,f,C,t,r){var a=i[o];if(a!==f||a===void 0){var u=b(f,C,r);u==null?i.removeAttribute("class"):v?i.className=u:i.setAttribute("class",u),i[o]=f}else if(r&&t!==r)for(var A in r){var l=!!r[A];(t==null||l!==!!t[A])&&i.classList.toggle(A,l)}return r}export{L as s};
>>>>>>>> w-b:src/server/page/built/assets/class-jSS9INOl.js
