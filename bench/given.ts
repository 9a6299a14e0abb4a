import { Chart } from 'cdk8s';
import { CASES, Case } from './cases';
import { Figure } from './figure';
import { given } from './library';
import { appOf, medians } from './patterns';

const ROUNDS = 11;

/** Recorded calls of the type checks, to be repeated alone. */
type Calls = readonly (() => unknown)[];

/** The share of the type checks in the time that constructing each pattern takes. */
export async function measureGiven(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const each of CASES) {
    const calls = callsOf(each);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [checks, all] = await medians([() => calls.forEach(call => call()), () => void appOf(each)]);
      rounds.push(100 * checks / all);
    }
    figures.push({ what: `${each.name}: types of what is given, of its construction`, rounds, limit: 5, unit: '%' });
  }
  return figures;
}

/** Records the checks of one construction: props of constructs, arguments of static factories. */
function callsOf(each: Case): Calls {
  const calls: (() => unknown)[] = [];
  const { checkProps, checkGivenArguments } = given;
  given.checkProps = (owner, props) => {
    calls.push(() => checkProps(owner, props));
    return checkProps(owner, props);
  };
  given.checkGivenArguments = (title, values) => {
    calls.push(() => checkGivenArguments(title, values));
    return checkGivenArguments(title, values);
  };
  try {
    appOf({ name: each.name, build: (chart: Chart) => each.build(chart) });
  } finally {
    Object.assign(given, { checkProps, checkGivenArguments });
  }
  if (calls.length === 0) {
    throw new Error(`${each.name} checks nothing that it is given`);
  }
  return calls;
}
