/** A longer text is seldom repeated. */
const LONGEST = 500;
/** Most answers of one function. What is full is emptied: its texts do not repeat. */
const MOST = 2_000;

/**
 * The same function of a text, with the answers that it gave lately: a fleet of thousands of objects has a few images, models, flags and words. The answer must follow from the text
 * alone, and nobody may change it.
 */
export function remembered<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return text => {
    const before = known.get(text);
    if (before !== undefined || text.length > LONGEST) {
      return before ?? answerTo(text);
    }
    if (known.has(text)) {
      return before!;
    }
    const answer = answerTo(text);
    if (known.size >= MOST) {
      known.clear();
    }
    known.set(text, answer);
    return answer;
  };
}

/** The same for what follows from an object that never changes, as long as there is one. */
export function rememberedOf<Subject extends object, Answer>(answerTo: (subject: Subject) => Answer): (subject: Subject) => Answer {
  const known = new WeakMap<Subject, { readonly answer: Answer }>();
  return subject => {
    let before = known.get(subject);
    if (before === undefined) {
      before = { answer: answerTo(subject) };
      known.set(subject, before);
    }
    return before.answer;
  };
}
