// Which variant, and which order of options, a card shows on a study day: computed anew on both
// sides from the id of the card and the local date, because some clients forget everything between
// the two. A day begins at 4:00, as in Anki.

function mul(a, b) {
  return ((a & 0xffff) * b + ((((a >>> 16) * b) & 0xffff) << 16)) >>> 0;
}

// FNV-1a, then mixed (the finaliser of MurmurHash3): near texts must give far numbers.
function hash(text) {
  var h = 2166136261;
  for (var i = 0; i < text.length; i++) h = mul(h ^ text.charCodeAt(i), 16777619);
  h = mul(h ^ (h >>> 16), 2246822507);
  h = mul(h ^ (h >>> 13), 3266489909);
  return (h ^ (h >>> 16)) >>> 0;
}

// Days since 1970 on the learner's calendar.
function dayOf(ms) {
  var d = new Date(ms - 4 * 3600000);
  return Math.floor(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86400000);
}

function gcd(a, b) {
  return b ? gcd(b, a % b) : a;
}

// Steps through all n in n days, in an order of the card's own: never the same two days running.
function pick(id, day, n) {
  if (n < 2) return 0;
  var step = 1 + (hash(id + "/step") % (n - 1));
  while (gcd(step, n) !== 1) step = 1 + (step % (n - 1));
  return ((hash(id) % n) + (day % n) * step) % n;
}

// A permutation of 0 to n - 1 (Fisher and Yates).
function order(id, day, n) {
  var items = [];
  for (var i = 0; i < n; i++) items.push(i);
  for (i = n - 1; i > 0; i--) {
    var j = hash(id + "/" + day + "/" + i) % (i + 1);
    var kept = items[i];
    items[i] = items[j];
    items[j] = kept;
  }
  return items;
}
