function o({table:n}){return n.scores}export{o as points};
