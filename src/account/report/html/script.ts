/*
 * All that the page does by itself: a filter over the workloads, and folding all of them. It is read without it as well: the tools appear when it runs. Names are
 * compared as texts, and nothing of the page is ever made out of text.
 */
export const SCRIPT = `
(function () {
  var tools = document.querySelector('.tools');
  var filter = document.getElementById('filter');
  var found = document.getElementById('found');
  var fold = document.getElementById('fold');
  var articles = Array.prototype.slice.call(document.querySelectorAll('article'));
  var rows = Array.prototype.slice.call(document.querySelectorAll('[data-of]'));
  if (!tools || articles.length === 0) { return; }
  tools.hidden = false;
  filter.addEventListener('input', function () {
    var asked = filter.value.trim().toLowerCase();
    var count = 0;
    articles.forEach(function (article) {
      var isShown = article.textContent.toLowerCase().indexOf(asked) >= 0;
      article.hidden = !isShown;
      count += isShown ? 1 : 0;
    });
    rows.forEach(function (row) {
      row.hidden = document.getElementById(row.getAttribute('data-of')).hidden;
    });
    found.textContent = asked === '' ? '' : count + ' of ' + articles.length;
  });
  fold.addEventListener('click', function () {
    var isOpen = fold.getAttribute('aria-expanded') === 'true';
    document.querySelectorAll('article details').forEach(function (details) { details.open = !isOpen; });
    fold.setAttribute('aria-expanded', String(!isOpen));
    fold.textContent = isOpen ? 'Unfold all' : 'Fold all';
  });
  // A link to what is folded opens it.
  window.addEventListener('hashchange', function () {
    var target = document.getElementById(location.hash.slice(1));
    for (var each = target; each; each = each.parentElement) {
      if (each.tagName === 'DETAILS') { each.open = true; }
    }
    if (target) { target.scrollIntoView(); }
  });
})();
`.trim();
