/** A longer text is seldom repeated. */
const LONGEST = 500;
/** Most answers of one function: a fleet of thousands of workloads may have an image for each. What is full is emptied. */
const MOST = 10_000;

/** Answers to questions that are texts, with those that were given lately. */
export class Answers<Answer> {
  private readonly known = new Map<string, Answer>();

  /** @param longest a longer question is answered anew. */
  constructor(private readonly longest: number = LONGEST) {}

  /** The answer must follow from the question alone, and nobody may change it. */
  public to(question: string, answer: () => Answer): Answer {
    const { known } = this;
    const before = known.get(question);
    if (before !== undefined || question.length > this.longest) {
      return before ?? answer();
    }
    if (known.has(question)) {
      return before!;
    }
    const found = answer();
    if (known.size >= MOST) {
      known.clear();
    }
    known.set(question, found);
    return found;
  }
}

/** The same function of a text, with the answers that it gave lately: a fleet of thousands of objects has a few images, models, flags and words. */
export function remembered<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const answers = new Answers<Answer>();
  return text => answers.to(text, () => answerTo(text));
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
