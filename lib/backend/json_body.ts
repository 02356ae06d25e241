import { Refused } from "./refused.ts";

/** Levels of a body: the deepest call takes six. */
const MOST_LEVELS = 32;
/** Values of a body: those of a day's indexes of the largest residence, several fields each. */
const MOST_VALUES = 100_000;

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Counts the levels and the values of a JSON body before anything is made of them.
 *
 * @throws Refused when there are too many
 */
export function checkJsonSize(bytes: Uint8Array): void {
  let [levels, values, isText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        isText = !isText;
        break;
      case BACKSLASH:
        at++;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (!isText && ++levels > MOST_LEVELS) throw new Refused("too-deep");
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (!isText) levels--;
        break;
      case COMMA:
        if (!isText && ++values > MOST_VALUES) throw new Refused("too-many-fields");
    }
  }
}
