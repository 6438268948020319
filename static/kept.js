/* What a browser keeps for its reader; where it may keep nothing, the page remembers it until it ends. */

/** @param {() => Storage} storage asking for it throws where a browser refuses cookies */
function keptIn(storage) {
  /** @type {Map<string, string>} */
  const remembered = new Map();
  return {
    /** @param {string} name */
    get(name) {
      try {
        return storage().getItem(name);
      } catch {
        return remembered.get(name) ?? null;
      }
    },
    /** @param {string} name @param {string} value */
    set(name, value) {
      try {
        storage().setItem(name, value);
      } catch {
        remembered.set(name, value);
      }
    },
  };
}

export const kept = keptIn(() => localStorage);
export const keptInTab = keptIn(() => sessionStorage);
