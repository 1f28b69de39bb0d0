<<<<<<<< HEAD:src/server/page/built/assets/turn-v-T6qp2w.js
import{p as v,s as c,a as h,c as e,d as m,e as o,y as u,o as d,j as _}from"./index-4i6KWTzL.js";var f=_('<div class="turn h1sdpd99"><p class="asks h1sdpd99"> </p> <p class="name h1sdpd99"> </p></div>');function k(r,a){v(a,!0);var s=f(),t=u(s),p=d(t,!0),i=c(t,2),l=d(i,!0);h(n=>{e(p,n),e(l,a.name)},[()=>a.t(a.asks)]),m(r,s),o()}export{k as T};
========
import{p as v,s as c,a as h,c as e,d as m,e as o,x as u,o as d,j as _}from"./index-CFlai9u0.js";var f=_('<div class="turn h1sdpd99"><p class="asks h1sdpd99"> </p> <p class="name h1sdpd99"> </p></div>');function k(r,a){v(a,!0);var s=f(),t=u(s),p=d(t,!0),i=c(t,2),l=d(i,!0);h(n=>{e(p,n),e(l,a.name)},[()=>a.t(a.asks)]),m(r,s),o()}export{k as T};
>>>>>>>> w-b:src/server/page/built/assets/turn-DPG1wh_N.js
