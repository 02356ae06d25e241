// deno-lint-ignore-file no-var -- old tablets know no other word
// Asks for the page again and shows the answer; a failure leaves what is shown, and says so.
(function () {
  function wait() {
    setTimeout(ask, 1000 * Number(document.querySelector("main").getAttribute("data-refresh")));
  }
  function show(request) {
    // The page of a network's portal, or of a proxy, has no interval: it would stay for ever.
    var main = /<main data-refresh="\d[\s\S]*<\/main>/.exec(request.responseText);
    if (!main || request.status >= 429) return cut();
    document.querySelector("main").outerHTML = main[0];
    wait();
  }
  function cut() {
    document.getElementById("cut").removeAttribute("hidden");
    wait();
  }
  function ask() {
    var request = new XMLHttpRequest();
    request.open("GET", location.pathname);
    request.timeout = 60000;
    request.onload = function () {
      show(request);
    };
    request.onerror = request.ontimeout = cut;
    request.send();
  }
  document.documentElement.className = "live";
  wait();
})();
