import * as fc from 'fast-check';
import { checkSelector, chosenDeviceType, chosenDriver } from '../../../src/kubernetes/cel/check';
import { parseCel } from '../../../src/kubernetes/cel/parser';
import { DeviceKind, SelectorProblem } from '../../../src/kubernetes/cel/values';

const GPU: DeviceKind = { driver: 'gpu.nvidia.com', deviceType: 'gpu' };
const MIG: DeviceKind = { driver: 'gpu.nvidia.com', deviceType: 'mig' };
const A = 'device.attributes["gpu.nvidia.com"]';
const C = 'device.capacity["gpu.nvidia.com"]';

function problems(expression: string, devices: DeviceKind = GPU): SelectorProblem[] {
  return checkSelector(expression, devices);
}

test.each([
  ['a string attribute', `${A}.architecture == "Hopper"`],
  ['single quotes', 'device.attributes[\'gpu.nvidia.com\'].productName.lowerAscii().matches(\'^.*a100.*$\')'],
  ['a raw pattern', `${A}.productName.matches(r"(?i)\\bH100\\b")`],
  ['a version', `${A}.driverVersion.compareTo(semver("550.54.15")) >= 0`],
  ['a short version, as the function allows with its second argument', `${A}.driverVersion.isGreaterThan(semver("550.54", true))`],
  ['a quantity', `${C}.memory.compareTo(quantity("40Gi")) >= 0`],
  ['the driver', 'device.driver == "gpu.nvidia.com"'],
  ['a list', `${A}.architecture in ["Hopper", "Blackwell"]`],
  ['not, and, or, brackets', `!(${A}.brand == "Tesla") && (${A}.architecture == "Hopper" || ${A}.architecture == "Ampere")`],
  ['a bound name', `cel.bind(gpu, ${A}, gpu.architecture == "Hopper" && gpu.type == "gpu")`],
  ['a choice', `${A}.architecture == "Hopper" ? true : ${A}.brand == "Tesla"`],
  ['a name in brackets', `${A}["architecture"] == "Hopper"`],
  ['presence before use', `has(${A}.index) && ${A}.index == 0`],
  ['presence by in', `"addressingMode" in ${A} && ${A}.addressingMode == "ATS"`],
  ['an optional field', `${A}.?index.orValue(0) == 0`],
  ['a comprehension', `["Hopper", "Ampere"].exists(each, each == ${A}.architecture)`],
  ['a driver nobody knows', 'device.attributes["npu.example.com"].lanes > 4', {}],
  ['several lines and a comment', `${A}.type == "gpu" // whole\n  && ${A}.brand != "x"`],
  ['a numbered capacity', `${C}.memorySlice3.compareTo(quantity("1")) == 0`, MIG],
  ['a profile', `${A}.profile == "1g.10gb"`, MIG],
])('%s is a selector', (_, expression, devices: DeviceKind = GPU) => {
  expect(problems(expression, devices)).toEqual([]);
});

test.each([
  ['', 'the expression ends where a value is expected, at character 1'],
  ['device.driver = "x"', 'unexpected "=" (== compares) at character 15'],
  ['device.driver == "x', 'the string is not closed with ": it begins at character 18'],
  ['(device.driver == "x"', 'the expression ends where ")" is expected, at character 22'],
  [`${A}.architecture == "Hopper" and true`, 'unexpected "and" where the end of the expression is expected, at character 62'],
  ['device.driver == "a" & true', 'unexpected "&" (&& means and) at character 22'],
  ['device.driver.matches("\\d+")', '"\\\\d" is no escape sequence (a backslash is written \\\\, or the string r"...") at character 24'],
  ['device..driver', 'unexpected "." where a name is expected, at character 8'],
  ['if', 'the word "if" is reserved at character 1'],
  ['device.driver == "a" "b"', 'unexpected string "b" where the end of the expression is expected, at character 22'],
  ['device.driver == "x")', 'unexpected ")" where the end of the expression is expected, at character 21'],
  ['device.attributes["gpu.nvidia.com" == 1', 'the expression ends where "]" is expected, at character 40'],
  ['('.repeat(300), 'nested more than 250 deep at character 251'],
  ['device.driver.name == "gpu.nvidia.com"', "type 'string' does not support field selection at character 14"],
  ['quantity("1Gi").value == 1', "type 'quantity' does not support field selection at character 16"],
])('%s does not compile, and the place is named', (expression, detail) => {
  expect(problems(expression)).toEqual([expect.objectContaining({ class: 'rejected', detail: `does not compile: ${detail}` })]);
});

test.each([
  ['dev.driver == "x"', 'rejected', 'undeclared reference to "dev" at character 1', 'the only variable is device'],
  ['device.atributes["gpu.nvidia.com"].type == "gpu"', 'rejected', 'undefined field "atributes" of device at character 7', 'did you mean device.attributes?'],
  ['device.driver', 'rejected', 'must evaluate to bool, not string', 'compare'],
  [A, 'rejected', 'must evaluate to bool, not map', 'compare'],
  [`${A}.driverVersion.compareTo(semver("550.0.0"))`, 'rejected', 'must evaluate to bool, not int', 'compare'],
  [`${A}.productName`, 'broken', 'must evaluate to bool, not string', 'compare'],
  [`${C}.memory >= quantity("40Gi")`, 'rejected', 'no overload of >= at character 42 for quantity and quantity', 'compareTo(quantity("40Gi")) >= 0'],
  [`${C}.memory == "40Gi"`, 'rejected', 'no overload of == at character 42 for quantity and string', 'compareTo'],
  [`${C}.memory.compareTo(semver("1.0.0")) > 0`, 'rejected', 'a quantity, with a semver', 'quantity("40Gi")'],
  [`${A}.driverVersion == "550.54.15"`, 'broken', 'driverVersion is a semver, and a comparison with a string (== at character 51) is never true', 'compareTo(semver('],
  [`${A}.driverVersion >= semver("550.0.0")`, 'rejected', 'no overload of >= at character 51', 'compareTo(semver('],
  [`${A}.driverVersion.startsWith("550")`, 'broken', 'driverVersion is a semver, which has no .startsWith()', 'compareTo'],
  [`${A}.productName.compareTo("H100") == 0`, 'broken', 'productName is a string, which has no .compareTo()', '=='],
  [`${A}.type == "A100"`, 'broken', 'type is one of gpu, mig, vfio, never "A100"', 'productName'],
  [`${A}.type in ["A100", "H100"]`, 'broken', 'never "A100"', 'productName'],
  [`${A}.type in ["gpu", "H100"]`, 'risky', 'never "H100"', 'productName'],
  [`${A}.prodctName == "x"`, 'broken', 'the driver gpu.nvidia.com publishes no attribute "prodctName"', 'did you mean productName?'],
  [`cel.bind(gpu, ${A}, gpu.model == "H100")`, 'broken', 'publishes no attribute "model"', 'it has type, uuid, productName'],
  [`${A}.memory.compareTo(quantity("1Gi")) > 0`, 'broken', 'publishes no attribute "memory"', 'it is a capacity: device.capacity["gpu.nvidia.com"].memory'],
  [`${C}.mem.compareTo(quantity("1Gi")) > 0`, 'broken', 'publishes no capacity "mem"', 'did you mean memory?'],
  [`${C}.productName.compareTo(quantity("1")) > 0`, 'broken', 'publishes no capacity "productName"', 'it is an attribute'],
  ['device.attributes["nvidia.com"].type == "gpu"', 'broken', 'publishes nothing under the domain "nvidia.com"', 'device.attributes["gpu.nvidia.com"]'],
  ['device.attributes.gpu.nvidia.com.type == "gpu"', 'broken', 'publishes nothing under the domain "gpu"', 'device.attributes["gpu.nvidia.com"]'],
  [`${A}.profile == "1g.10gb"`, 'broken', 'publishes "profile" on mig devices, and the class selects those of type gpu', 'DeviceRequest.nvidiaMig'],
  [`${A}.index == 0`, 'risky', '"index" is published up to its release 25.3 and not after it', 'has('],
  ['device.attributes["resource.kubernetes.io"].pcieRoot == "pci0000:00"', 'risky', '"pcieRoot" is published on some devices only', 'has('],
  [`${C}.memory.compareTo(quantity("40 GB")) > 0`, 'broken', 'quantity("40 GB") at character 61 is no quantity', '40Gi'],
  [`${A}.driverVersion.compareTo(semver("550.54")) > 0`, 'broken', 'semver("550.54") at character 68 is no semantic version', '550.0.0'],
  [`${A}.productName.matches("(?=H100)")`, 'rejected', 'looks ahead or behind', 'RE2'],
  [`${A}.productName.matches("(H100")`, 'rejected', 'is no regular expression', 'RE2'],
  [`${A}.productName.matches("(a)\\\\1")`, 'rejected', 'refers back', 'RE2'],
  [`${A}.productName.contain("H100")`, 'rejected', 'undeclared reference to method "contain"', 'did you mean .contains()?'],
  ['quantty("1") == quantity("1")', 'rejected', 'undeclared reference to function "quantty"', 'did you mean quantity()?'],
  ['device.driver && true', 'rejected', '&& at character 15 takes bools, not string', ''],
  [`!${A}.productName`, 'broken', '! at character 1 takes bools, and productName is a string', ''],
  ['-true', 'rejected', '- at character 1 takes numbers, not bool', ''],
  ['1 + "a" == 2', 'rejected', 'no overload of + at character 3 for int and string', ''],
  ['device == 1', 'rejected', 'no overload of == at character 8 for device and int', ''],
  ['[1] < [2]', 'rejected', 'no overload of < at character 5 for list and list', ''],
  ['"a" in "abc"', 'rejected', 'no overload of in at character 5 for string and string', ''],
  ['5 % 2.0 == 1.0', 'rejected', 'no overload of % at character 3 for int and double', ''],
  ['device.driver.contains()', 'rejected', '.contains() takes 1 argument, not 0 at character 14', ''],
  ['[1].startsWith("a")', 'rejected', 'a list has no .startsWith() at character 4', ''],
  ['b"a" + 1 == b"a"', 'rejected', 'for bytes and int', ''],
  ['-!true', 'rejected', 'unexpected "!" where a value is expected, at character 2', ''],
  ['has(device)', 'rejected', 'has() at character 1 takes one field', ''],
  ['cel.bind(x, 1)', 'rejected', 'cel.bind() at character 4 takes a name', ''],
])('%s: %s', (expression, kind, detail, help) => {
  const found = problems(expression);
  expect(found.map(each => each.class)).toContain(kind);
  const one = found.find(each => each.class === kind)!;
  expect(one.detail).toContain(detail);
  expect(one.help ?? '').toContain(help);
});

test('a value of another device type is read only after a test for it', () => {
  expect(problems(`has(${A}.profile) && ${A}.profile == "1g.10gb"`)).toEqual([]);
});

test.each([
  [[`${A}.type == "mig"`], 'mig'],
  [[`${A}.brand == "x" && "gpu" == ${A}["type"]`], 'gpu'],
  [[`${A}.profile == "1g.10gb"`], 'mig'],
  [[`${A}.type == "mig" || true`], undefined],
  [['not CEL ('], undefined],
  [['device.attributes["other.example"].type == "mig"'], undefined],
])('%j chooses devices of type %s', (expressions, type) => {
  expect(chosenDeviceType(expressions, 'gpu.nvidia.com')).toBe(type);
});

test('the driver is read from an equality that must hold', () => {
  expect(chosenDriver([`${A}.type == "gpu" && device.driver == 'gpu.nvidia.com'`])).toBe('gpu.nvidia.com');
  expect(chosenDriver(['device.driver != "a"'])).toBeUndefined();
});

test('operators bind as in CEL', () => {
  const tree = (source: string) => JSON.stringify(parseCel(source), (key, value) => (key === 'at' ? undefined : value));
  expect(tree('a || b && c == d + e * -f')).toBe(tree('a || (b && (c == (d + (e * (-f)))))'));
  expect(tree('a - b - c')).toBe(tree('(a - b) - c'));
  expect(tree('a ? b : c ? d : e')).toBe(tree('a ? b : (c ? d : e)'));
  expect(tree('a ? b : c')).not.toBe(tree('c ? b : a'));
});

test('no text makes the checker fail by itself', () => {
  const word = fc.constantFrom('device', '.', 'attributes', '["gpu.nvidia.com"]', 'type', '==', '"gpu"', '(', ')', '&&', '!', 'has', 'cel.bind', ',', '1', '?', ':', '[', ']', '{', '}', ' ', 'in',
    'constructor', '__proto__', 'toString', 'compareTo', 'matches', '"("');
  fc.assert(fc.property(fc.oneof(fc.string(), fc.array(word).map(words => words.join(''))), text => {
    for (const { detail } of checkSelector(text, GPU)) {
      expect(detail).not.toBe('');
    }
  }));
});
