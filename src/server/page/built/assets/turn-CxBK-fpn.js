<<<<<<<< HEAD:src/server/page/built/assets/turn-Cjg9Otgd.js
import{p as v,s as c,a as h,c as e,d as m,e as o,x as u,o as d,j as _}from"./index-D-8z6Saa.js";var f=_('<div class="turn h1sdpd99"><p class="asks h1sdpd99"> </p> <p class="name h1sdpd99"> </p></div>');function k(r,a){v(a,!0);var s=f(),t=u(s),p=d(t,!0),i=c(t,2),l=d(i,!0);h(n=>{e(p,n),e(l,a.name)},[()=>a.t(a.asks)]),m(r,s),o()}export{k as T};
========
import{p as v,s as c,a as h,c as e,d as m,e as o,y as u,o as d,j as _}from"./index-CW-Pp6VF.js";var f=_('<div class="turn h1sdpd99"><p class="asks h1sdpd99"> </p> <p class="name h1sdpd99"> </p></div>');function k(r,a){v(a,!0);var s=f(),t=u(s),p=d(t,!0),i=c(t,2),l=d(i,!0);h(n=>{e(p,n),e(l,a.name)},[()=>a.t(a.asks)]),m(r,s),o()}export{k as T};
>>>>>>>> w-a:src/server/page/built/assets/turn-CxBK-fpn.js
