function c(t,n){!t||document.activeElement&&document.activeElement!==document.body&&document.activeElement!==t||(t.isConnected&&!t.disabled?t:n)?.focus()}export{c as r};
