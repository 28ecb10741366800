// Reading a typed answer: a number and a unit, against the unit that was asked for.

var SCALES = {
  thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12, "\u5343": 1e3, "\u4e07": 1e4,
  "\u767e\u4e07": 1e6, "\u4ebf": 1e8, "\u5341\u4ebf": 1e9, "\u4e07\u4ebf": 1e12
};
var SCALE_WORD = /^(?:(thousand|million|billion|trillion)\b|(\u767e\u4e07|\u5341\u4ebf|\u4e07\u4ebf|\u5343|\u4e07|\u4ebf))/i;
var LETTERS = "kMGTPE";

function readAnswer(text, asked) {
  var typed = readNumber(text);
  if (typed.ask) return typed;
  var rest = typed.rest.replace(/[ .;,!]+$/, "");
  if (/\d|^[*+^=<>]|^e$|^[xX×]\s*[A-Za-z]/.test(rest)) return { ask: "no-number" };
  if (!rest && !typed.currency) return inUnit(typed, asked, asked, 1, true, null);
  var scale = 1, as = null, found;
  if ((found = SCALE_WORD.exec(rest))) {
    scale = SCALES[found[0].toLowerCase()];
    rest = rest.slice(found[0].length).trim();
  } else if ((found = /^(Ki|Mi|Gi|Ti|Pi|[kKMGTPE])(?=\s|$)/.exec(rest))) {
    var after = rest.slice(found[0].length).trim(), letter = found[1];
    var unit = unitAfter(after, typed, asked);
    if (unit.unknown !== undefined) return unknown(unit);
    if (isData(unit) || unit.prefixed) return which(letter, sameUnit(unit, asked) ? asked : unit);
    var rank = LETTERS.indexOf(letter.charAt(0).replace("K", "k")) + 1;
    scale = Math.pow(letter.length > 1 ? 1024 : 1000, rank);
    rest = after;
    if (letter === "K") as = ["K", "k"];
  } else if (/^B(?=\s|$)/.test(rest) && !isData(asked)) {
    return { ask: "bytes-or-billions", fields: { unit: asked.label } };
  }
  var own_ = unitAfter(rest, typed, asked);
  if (own_.unknown !== undefined) return unknown(own_);
  return inUnit(typed, own_, asked, scale, !rest && !typed.currency, as);
}

function sameUnit(one, other) {
  return sameDims(one, other) && one.factor === other.factor;
}

function unitAfter(rest, typed, asked) {
  var unit = readUnit(rest);
  if (typed.currency && !(unit.dims && unit.dims.USD === 1)) {
    return readUnit("USD" + (!rest || rest.charAt(0) === "/" ? rest : " " + rest));
  }
  return rest ? unit : asked;
}

function unknown(unit) {
  var reason = unit.near.length ? "unit-case" : "unknown-unit";
  return { ask: reason, fields: { word: unit.unknown.slice(0, 40), near: unit.near.join(", ") } };
}

function which(letter, asked) {
  if (!isData(asked)) return { ask: "lone-prefix", fields: { word: letter, unit: asked.label } };
  var decimal = letter.charAt(0).replace("K", "k");
  var base = /B|byte/.test(asked.label) ? "B" : "b";
  var near = [decimal + base, decimal.toUpperCase() + "i" + base].filter(function (s) { return own(UNITS, s); });
  return { ask: "which-data-unit", fields: { word: letter, near: near.join(", ") } };
}

function inUnit(typed, unit, asked, scale, bare, as) {
  if (!sameDims(unit, asked)) {
    return { ask: "other-dimension", fields: { word: unit.label, unit: asked.label } };
  }
  var ratio = unit.factor === asked.factor ? 1 : unit.factor / asked.factor;
  return {
    readings: typed.values.map(function (value) { return value * scale * ratio; }),
    unit: unit, bare: bare, figures: typed.figures, as: as || unit.as
  };
}
