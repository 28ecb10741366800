// Units: UNITS maps a spelling to [factor, dimensions, rank of its data prefix, 1 if it has a prefix,
// the spelling it is read as]; WORDS maps spoken forms, in lower case, to spellings.

var PHRASES = [[/percentage[ -]points?|\u767e\u5206\u70b9/gi, "pp"], [/per[ -]cent/gi, "%"]];

function atom(word) {
  var known = own(UNITS, word) ? word : own(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : "";
  if (known) {
    var u = UNITS[known];
    return { factor: u[0], dims: u[1], rank: u[2], prefixed: !!u[3], label: known, as: u[4] ? [known, u[4]] : null };
  }
  var near = Object.keys(UNITS).filter(function (name) {
    return name.toLowerCase() === word.toLowerCase() && !UNITS[name][4];
  }).slice(0, 3);
  return { unknown: word, near: near };
}

function own(table, key) {
  return Object.prototype.hasOwnProperty.call(table, key);
}

function isData(unit) {
  return own(unit.dims, "bit");
}

function isPlain(unit) {
  return Object.keys(unit.dims).length === 0;
}

function isPercent(unit) {
  return isPlain(unit) && unit.factor === 0.01;
}

function sameDims(one, other) {
  return dimsKey(one) === dimsKey(other);
}

function dimsKey(unit) {
  return Object.keys(unit.dims).sort().map(function (base) { return base + unit.dims[base]; }).join(" ");
}

function times(left, right, power) {
  var dims = {}, base;
  for (base in left.dims) if (own(left.dims, base)) dims[base] = left.dims[base];
  for (base in right.dims) {
    if (!own(right.dims, base)) continue;
    dims[base] = (dims[base] || 0) + right.dims[base] * power;
    if (!dims[base]) delete dims[base];
  }
  var unit = {
    factor: left.factor * Math.pow(right.factor, power), dims: dims,
    prefixed: left.prefixed || right.prefixed, label: "", as: left.as || right.as
  };
  var data = left.rank ? left : right;
  unit.rank = isData(data) && Math.abs(power) === 1 ? data.rank : 0;
  return unit;
}

var PLAIN = { factor: 1, dims: {}, rank: 0, prefixed: false, label: "", as: null };

function readUnit(text) {
  text = fold(text);
  PHRASES.forEach(function (pair) { text = text.replace(pair[0], pair[1]); });
  text = text.replace(/\s+per\s+/gi, "/");
  if (!text) return PLAIN;
  var written = text;
  if (text.slice(0, 4).toLowerCase() === "per ") text = "/" + text.slice(4);
  var sign = 1, unit = PLAIN;
  if (text.charAt(0) === "/") {
    sign = -1;
    text = text.slice(1);
  }
  for (;;) {
    var found = /^\s*([A-Za-z$]+|[%\u00d7]|[\u4e00-\u9fff]+)(?:\^([+-]?[1-4]))?/.exec(text);
    var next = found ? atom(found[1]) : { unknown: text.trim(), near: [] };
    if (next.unknown !== undefined) return next;
    unit = times(unit, next, sign * Number(found[2] || 1));
    text = text.slice(found[0].length);
    if (!text) break;
    var link = /^\s*(\/|\u00b7|\*|-|\u6bcf|\s)\s*(?=\S)/.exec(text);
    if (!link) return { unknown: text, near: [] };
    sign = link[1] === "/" || link[1] === "\u6bcf" ? -1 : 1;
    text = text.slice(link[0].length);
  }
  unit.label = written;
  return unit;
}
