import { isUnknown } from '../../../src/base/errors/consequence';
import { invalid } from '../../../src/base/errors/invalid-input';
import { collecting } from '../../../src/given/mistakes/collecting';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

test('what was refused is unknown to what comes later, and the given object stays', () => {
  const given = { size: 0, container: { image: 'a', port: -1 }, name: 'llm' };
  const seen: unknown[] = [];
  const plan = () => collecting(given, (props, attempt) => {
    attempt(() => { throw invalid('size', props.size, 'is no size', 'give a size'); });
    attempt(() => { throw invalid('container.port', props.container.port, 'is no port', 'give a port'); });
    seen.push(isUnknown(props.size), isUnknown(props.container.port), props.container.image, props.name);
  });
  expect(plan).toThrow(/size: Invalid value: 0: is no size[^]*container\.port: Invalid value: -1: is no port/);
  expect(seen).toEqual([true, true, 'a', 'llm']);
  expect(given).toEqual({ size: 0, container: { image: 'a', port: -1 }, name: 'llm' });
});

test('the same mistake of two parts is told once', () => {
  const same = () => { throw invalid('size', 0, 'is no size', 'give a size'); };
  let text = '';
  try {
    collecting({ size: 0 }, (_, attempt) => {
      attempt(same);
      attempt(same);
    });
  } catch (error) {
    text = String(error);
  }
  expect(text.match(/is no size/g)).toHaveLength(1);
});

test('another error is none of the input, and ends it', () => {
  expect(() => collecting({}, (_, attempt) => attempt(() => { throw new TypeError('a defect'); }))).toThrow(new TypeError('a defect'));
});
