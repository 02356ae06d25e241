// @ts-check
// The script of every page: it asks before typed values are lost, hides the errors of corrected fields, and
// keeps what was sent, by account, until a page answers: an expired session is answered by the sign-in page.
(() => {
  /** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
  /** @typedef {Record<string, string | string[] | boolean>} Values */

  const QUESTION =
    "Certaines modifications n'ont pas été sauvegardées. Voulez-vous vraiment quitter la page\u00A0?";
  const RESTORED =
    "Votre saisie est de nouveau dans le formulaire, pas encore enregistrée. Les mots de passe et les fichiers sont à saisir de nouveau.";
  const WAITING =
    "Votre saisie vous attend dans ce navigateur, sauf les mots de passe et les fichiers\u00A0: connectez-vous au même compte.";
  /** Fields of watched forms with an error from the server. */
  const WRONG = "form[data-guard]:not([data-own-errors]) [aria-describedby$='-error']";
  const BOX = /^(checkbox|radio)$/;
  const UNKEPT = /^(hidden|password|file|submit|button)$/;
  const TWICE_MS = 3000;
  const DRAFT_MS = 24 * 3600e3;
  const isError = document.currentScript?.hasAttribute("data-error");
  const leaving = new AbortController();
  const whileHere = { signal: leaving.signal };

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isElsewhere = event.defaultPrevented || event.button || event.ctrlKey || event.metaKey ||
      event.shiftKey || !link?.href || link.target === "_blank" || link.hasAttribute("download");
    if (isElsewhere) return;
    const isSamePage = link.hash !== "" && withoutHash(link.href) === withoutHash(location.href);
    if (!isSamePage && unsavedForms().length > 0) ask(event);
  }, whileHere);

  let justSent = "";
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const content = JSON.stringify([keyOf(form), ...new FormData(form, event.submitter)]);
    // A double click sends a form once: only the first answer shows a new secret.
    if (content === justSent) return event.preventDefault();
    if (!whileHere.signal.aborted && unsavedForms().some((one) => one !== form)) ask(event);
    if (event.defaultPrevented) return;
    leaving.abort();
    justSent = content;
    setTimeout(() => justSent = "", TWICE_MS);
    ifStorable(() => keep(form));
    // A browser replaces a page with the error of its very address, once the connection is lost: Back then loses it.
    const { href } = location;
    if (addressOf(form).href === href) history.replaceState(history.state, "", withoutHash(href));
  });

  addEventListener(
    "beforeunload",
    (event) => unsavedForms().length > 0 && event.preventDefault(),
    whileHere,
  );

  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof Element)) return;
    // Islands handle the errors of an address list, whose entry is unnamed, and of a file.
    const isOfIsland = isControl(target) && (target.name === "" || target.type === "file");
    const wrong = isOfIsland ? null : target.closest(WRONG);
    if (wrong !== null) hideError(wrong);
  });

  // A page that the browser kept whole: what it shows may have been saved since.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

  // Fresh marks the page in the history, and would reload it on Back from one of its own anchors.
  addEventListener("load", () => history.replaceState(null, ""));

  for (const wrong of document.querySelectorAll(WRONG)) if (isChanged(wrong)) hideError(wrong);
  const first = document.querySelector("[autofocus]");
  // A browser does it by itself, but not on a page whose address names a section.
  if (first instanceof HTMLElement && document.activeElement === document.body) first.focus();
  ifStorable(restoreDrafts);

  /** @param {Event} event */
  function ask(event) {
    if (confirm(QUESTION)) leaving.abort();
    else event.preventDefault();
  }

  function unsavedForms() {
    return [...document.querySelectorAll("form")].filter(({ dataset: { guard }, elements }) =>
      guard === "unsaved" || (guard !== undefined && [...elements].some(isChanged))
    );
  }

  /** @param {Element} control */
  function isChanged(control) {
    if (!isControl(control) || control.name === "" || control.type === "hidden") return false;
    // A password manager fills it in automatically.
    if (control.autocomplete === "current-password") return false;
    if (control instanceof HTMLSelectElement) {
      const options = [...control.options];
      if (control.multiple) return options.some((one) => one.selected !== one.defaultSelected);
      return control.value !== (options.find((one) => one.defaultSelected) ?? options[0])?.value;
    }
    if (control instanceof HTMLInputElement && BOX.test(control.type)) {
      return control.checked !== control.defaultChecked;
    }
    return control.value !== control.defaultValue;
  }

  /** @param {Element} element @returns {element is Control} */
  function isControl(element) {
    return element.matches("input, select, textarea");
  }

  /** @param {Element} wrong */
  function hideError(wrong) {
    const ids = wrong.getAttribute("aria-describedby")?.split(" ") ?? [];
    hide(document.getElementById(ids.pop() ?? ""));
    wrong.removeAttribute("aria-invalid");
    if (ids.length === 0) wrong.removeAttribute("aria-describedby");
    else wrong.setAttribute("aria-describedby", ids.join(" "));
    const line = document.querySelector(`.notice a[href="#${CSS.escape(wrong.id)}"]`);
    const summary = line?.closest(".notice");
    hide(line?.closest("li"));
    if (!summary?.querySelector("li:not([hidden])")) hide(summary);
  }

  /** @param {Element | null} [element] */
  function hide(element) {
    element?.setAttribute("hidden", "");
  }

  /** @param {string} href */
  function withoutHash(href) {
    return href.split("#", 1)[0];
  }

  /** @param {HTMLFormElement} form */
  function addressOf(form) {
    return new URL(form.getAttribute("action") ?? "", location.href);
  }

  /** Storage may be full, or blocked by the browser. @param {() => void} use */
  function ifStorable(use) {
    try {
      use();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** @returns {Record<string, { at: number, values: Values }>} */
  function drafts() {
    return JSON.parse(sessionStorage.getItem("drafts") ?? "{}");
  }

  /** The account and the organisation of a page or a form; "" for those of nobody. @param {ParentNode} root */
  function markOf(root) {
    return /^page:.*\w/.exec(root.querySelector("[name^='page:']")?.getAttribute("name") ?? "")
      ?.input ?? "";
  }

  /** @param {HTMLFormElement} form @returns {string} */
  function keyOf(form) {
    const { pathname, searchParams } = addressOf(form);
    searchParams.delete("saved");
    const names = ["form", "grid", "key"].map((name) =>
      form.querySelector(`input[name=${name}]`)?.getAttribute("value")
    );
    return `${markOf(form)} ${JSON.stringify([pathname, String(searchParams), ...names])}`;
  }

  /** Keeps the values of a form, until the next page; a form that signs out removes those of its account. */
  /** @param {HTMLFormElement} form */
  function keep(form) {
    const mark = markOf(form);
    if (mark === "" || form.getAttribute("method") !== "post") return;
    const kept = drafts();
    if (addressOf(form).pathname === "/logout") {
      // The first half of a mark is the account.
      const account = mark.slice(0, 16);
      for (const key in kept) if (key.startsWith(account)) delete kept[key];
    } else {
      const key = keyOf(form);
      const values = Object.fromEntries(typedIn(form).map(({ name, state }) => [name, state]));
      kept[key] = { at: Date.now(), values };
      sessionStorage.setItem("sent", key);
    }
    sessionStorage.setItem("drafts", JSON.stringify(kept));
  }

  /** The controls of a form, but secrets and files, with a name of their own. @param {HTMLFormElement} form */
  function typedIn(form) {
    /** @type {Record<string, number>} */
    const counts = {};
    return [...form.elements].flatMap((control) => {
      if (!isControl(control) || control.name === "" || UNKEPT.test(control.type)) return [];
      const isBox = control instanceof HTMLInputElement && BOX.test(control.type);
      const count = counts[control.name] = (counts[control.name] ?? 0) + 1;
      const name = `${control.name} ${isBox ? control.value : count}`;
      if (isBox) return { control, name, state: control.checked };
      if (!(control instanceof HTMLSelectElement)) return { control, name, state: control.value };
      return { control, name, state: [...control.selectedOptions].map(({ value }) => value) };
    });
  }

  /** @param {HTMLFormElement} form @param {Values} values @returns whether one differs from what the page shows */
  function restore(form, values) {
    let isRestored = false;
    for (const { control, name, state } of typedIn(form)) {
      const typed = values[name];
      if (typed === undefined || String(typed) === String(state)) continue;
      isRestored = true;
      if (Array.isArray(typed) && control instanceof HTMLSelectElement) {
        for (const option of control.options) option.selected = typed.includes(option.value);
      } else if (control instanceof HTMLInputElement && BOX.test(control.type)) {
        control.checked = typed === true;
      } else control.value = String(typed);
    }
    if (isRestored && form.dataset.guard) form.dataset.guard = "unsaved";
    return isRestored;
  }

  function restoreDrafts() {
    const sent = sessionStorage.getItem("sent");
    sessionStorage.removeItem("sent");
    // An error, or the page of nobody that signs in, has not accepted the form.
    const isSignIn = markOf(document) === "";
    if (isSignIn && sent !== null && !isError) notify(WAITING);
    if (isSignIn || isError) return;
    const kept = drafts();
    const [navigation] = performance.getEntriesByType("navigation");
    // Back from the error of a lost connection is no answer.
    const isBack = navigation instanceof PerformanceNavigationTiming &&
      navigation.type === "back_forward";
    if (sent !== null && !isBack) delete kept[sent];
    let isRestored = false;
    for (const form of document.querySelectorAll("form")) {
      const draft = kept[keyOf(form)];
      delete kept[keyOf(form)];
      if (draft && !isOld(draft) && restore(form, draft.values)) isRestored = true;
    }
    if (isRestored) notify(RESTORED);
    for (const [key, draft] of Object.entries(kept)) if (isOld(draft)) delete kept[key];
    sessionStorage.setItem("drafts", JSON.stringify(kept));
  }

  /** @param {{ at: number }} draft */
  function isOld({ at }) {
    return Date.now() - at > DRAFT_MS;
  }

  /** @param {string} text */
  function notify(text) {
    const notice = document.createElement("p");
    notice.className = "notice notice-bad";
    notice.role = "status";
    notice.textContent = text;
    const content = document.querySelector(".content");
    if (content !== null) content.prepend(notice);
    else document.querySelector("main h1")?.after(notice);
  }
})();
