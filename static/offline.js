/* Registers the script that shows a page of ours when there is no connection. */

if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch(() => {
      /* Not allowed here: then the browser's own page is shown. */
    });
  });
}
