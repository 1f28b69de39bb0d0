<<<<<<<< HEAD:src/server/page/built/assets/turn-mB6H6Qku.js
import{p,s as v,a as c,c as e,d as f,e as m,y as o,o as r,j as u}from"./index-BUR7Qrr8.js";var _=u('<div class="turn h1hda2f8"><p class="asks h1hda2f8"> </p> <p class="name h1hda2f8"> </p></div>');function k(d,a){p(a,!0);var s=_(),t=o(s),h=r(t,!0),i=v(t,2),l=r(i,!0);c(n=>{e(h,n),e(l,a.name)},[()=>a.t(a.asks)]),f(d,s),m()}export{k as T};
========
import{p,s as v,a as c,c as e,d as f,e as m,r as o,o as r,k as u}from"./index-CNdCnt33.js";var _=u('<div class="turn h1hda2f8"><p class="asks h1hda2f8"> </p> <p class="name h1hda2f8"> </p></div>');function k(d,a){p(a,!0);var s=_(),t=o(s),h=r(t,!0),i=v(t,2),l=r(i,!0);c(n=>{e(h,n),e(l,a.name)},[()=>a.t(a.asks)]),f(d,s),m()}export{k as T};
>>>>>>>> kh:src/server/page/built/assets/turn-B0DdWMP_.js
