import { Finding } from '../../../src/base/findings/finding';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { readFile } from '../../../src/lint/input/documents';
import { check } from '../../../src/lint/run/lint';

function all(...files: readonly (readonly [name: string, text: string])[]): readonly Finding[] {
  const objects = files.flatMap(([name, text]) => readFile(name, Buffer.from(text)).objects);
  return check(objects, [], { clusters: [DEFAULT_CLUSTER] }).findings;
}

function said(...files: readonly (readonly [name: string, text: string])[]): readonly Finding[] {
  return all(...files).filter(({ class: kind }) => kind === 'rejected' || kind === 'dropped');
}

const claim = (name: string, size: string, mode = 'ReadWriteOnce') =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: ${name}\nspec:\n  accessModes: [${mode}]\n  resources:\n    requests:\n      storage: ${size}\n`;

describe('places that are not filled in', () => {
  test('are one finding a file, with place and line of each', () => {
    expect(said(['a.yaml', `${claim('"${APP}"', '5Gi')}  storageClassName: "\${CLASS:=fast}"\n`])).toMatchObject([{
      id: 'AIW0010',
      class: 'rejected',
      file: 'a.yaml',
      line: 4,
      object: { kind: 'PersistentVolumeClaim' },
      field: 'metadata.name',
      message: 'Invalid value: 2 places are not filled in: ${APP} at line 4 (metadata.name), ${CLASS:=fast} at line 10 (spec.storageClassName)',
    }]);
  });

  test('are a warning where the file was found in a folder, whose program may fill them in', () => {
    const { objects } = readFile('a.yaml', Buffer.from(claim('"${APP}"', '5Gi')), true);
    expect(check(objects, [], { clusters: [DEFAULT_CLUSTER] }).findings).toMatchObject([{ id: 'AIW0010', class: 'risky' }]);
  });

  test('are as certain as the most certain of them', () => {
    const classOf = (...texts: readonly string[]) => all(['a.yaml', texts.join('---\n')]).filter(({ id }) => id === 'AIW0010').map(({ class: kind }) => kind);
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: main, image: "registry.example/app:${TAG}"}\n';
    const alone = classOf(pod);
    expect(alone).not.toContain('rejected');
    expect(classOf(pod, claim('"${APP}"', '5Gi'))).toEqual(['rejected']);
  });

  test('where the server names a type, or a list of schemas, instead of the value', () => {
    const scaled = 'apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: a}\nspec: {cooldownPeriod: "${PERIOD:=300}", scaleTargetRef: {name: a}, triggers: [{type: cpu, metadata: {value: "50"}}]}\n';
    const gateway = 'apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: a}\n'
      + 'spec: {gatewayClassName: a, addresses: [{type: IPAddress, value: "${ADDRESS}"}], listeners: [{name: a, port: 80, protocol: HTTP}]}\n';
    expect(said(['scaled.yaml', scaled], ['gateway.yaml', gateway]).map(({ id, file, message }) => [id, file, message])).toEqual([
      ['AIW0010', 'scaled.yaml', 'Invalid value: one place is not filled in: ${PERIOD:=300} at line 4 (spec.cooldownPeriod)'],
      ['AIW0010', 'gateway.yaml', 'Invalid value: one place is not filled in: ${ADDRESS} at line 4 (spec.addresses[0])'],
    ]);
  });

  test('of each file by itself', () => {
    expect(said(['a.yaml', claim('<name>', '5Gi')], ['b.yaml', claim('__NAME__', '5Gi')]).map(({ id, file, message }) => [id, file, message])).toEqual([
      ['AIW0010', 'a.yaml', 'Invalid value: one place is not filled in: <name> at line 4 (metadata.name)'],
      ['AIW0010', 'b.yaml', 'Invalid value: one place is not filled in: __NAME__ at line 4 (metadata.name)'],
    ]);
  });

  test('hide no other mistake of the file', () => {
    expect(said(['a.yaml', claim('"${APP}"', '5Gi', 'ReadOften')]).map(({ id }) => id).sort()).toEqual(['AIW0010', 'AIW1203']);
  });

  test.each(['"{{ name }}"', '$(name)', 'REPLACE_ME', 'YOUR-CLUSTER', '$APP_NAME', 'FILLED_BY_OPERATOR', 'FILLED BY THE OPERATOR', '"%{NAME}%"', 'PASTE YOUR NAME HERE', 'APP_NAME', 'models-MODEL_ID'])('%s is one', name => {
    expect(said(['a.yaml', claim(name, '5Gi')]).map(({ id }) => id)).toEqual(['AIW0010']);
  });

  test.each(['Upper', 'UPPER', 'UNDER_SCORE', 'NAME', 'under_score', 'a$b', '"<>"', '"< 5"', 'changed'])('%s is none', name => {
    expect(said(['a.yaml', claim(name, '5Gi')]).map(({ id }) => id)).toEqual(name === 'changed' ? [] : ['AIW1201']);
  });

  test.each([['DISK_SIZE', 'AIW0010'], ['A_1', 'AIW0010'], ['DISK', 'AIW1102'], ['disk_size', 'AIW1102'], ['5Gi_', 'AIW1102']])('the size %s: %s', (size, id) => {
    expect(said(['a.yaml', claim('models', size)]).map(finding => finding.id)).toEqual([id]);
  });

  test('what the API server takes is no mistake, whatever it looks like', () => {
    const variables = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {script: "echo ${HOME} <file> REPLACE_ME"}\n';
    expect(said(['a.yaml', variables])).toEqual([]);
  });

  describe('variables of commands and environment', () => {
    const pod = (name: string, value: string) => (
      `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers:\n  - {name: a, image: a:1, env: [{name: A, value: "${value}"}], command: [python3, "${value}"]}\n`);
    const ids = (name: string, value: string) => {
      const { objects } = readFile('a.yaml', Buffer.from(pod(name, value)));
      return check(objects, [], { clusters: [DEFAULT_CLUSTER] }).findings.map(({ id }) => id).filter(id => ['AIW0010', 'AIW2901', 'AIW3102'].includes(id)).sort();
    };

    test.each([['"${APP}"', '${SIZE}'], ['$APP', '$SIZE'], ['$APP', '${SIZE}']])('%s is filled in, so %s is too', (name, value) => {
      expect(ids(name, value)).toEqual(['AIW0010']);
    });

    test.each([['"${APP}"', '$SIZE'], ['"<app>"', '${SIZE}']])('%s is filled in by what leaves %s', (name, value) => {
      expect(ids(name, value)).toEqual(['AIW0010', 'AIW2901', 'AIW3102']);
    });

    test('are told where nothing is filled in', () => {
      expect(ids('app', '${SIZE}')).toEqual(['AIW2901', 'AIW3102']);
    });
  });

  test('a selector with a place is one', () => {
    const labels = '{app: "${APP}"}';
    const deployment = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: ${labels}}\n  template:\n    metadata: {labels: ${labels}}\n`
      + '    spec: {containers: [{name: a, image: "a:1"}]}\n';
    expect(said(['a.yaml', deployment]).map(({ id }) => id)).toEqual(['AIW0010']);
  });

  test('more than ten are counted', () => {
    const claims = Array.from({ length: 13 }, (_, index) => claim(`"\${APP${index}}"`, '5Gi')).join('---\n');
    const [finding, ...others] = said(['a.yaml', claims]);
    expect(others).toEqual([]);
    expect(finding.message).toMatch(/^Invalid value: 13 places are not filled in: \$\{APP0\} at line 4 .* and 3 more$/);
  });

  test('in names, labels and images that only rules read are the same finding', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: $APP_LABEL}, ports: [{port: 80}]}\n';
    const policy = 'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: b}\nspec: {podSelector: {matchLabels: {app: "{{ app }}"}}, policyTypes: [Ingress]}\n';
    const pod = (name: string, volume: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, labels: {run: ${name}}}\n`
      + `spec:\n  containers: [{name: c, image: "registry.example/c:1"}]\n  volumes: [{name: d, ${volume}}]\n`;
    const text = [service, policy, pod('one', 'persistentVolumeClaim: {claimName: "${CLAIM}"}'), pod('two', 'secret: {secretName: <secret>}')].join('---\n');

    const findings = all(['a.yaml', text]);

    expect(findings.map(({ id }) => id).filter(id => ['AIW2103', 'AIW2104', 'AIW2106', 'AIW2107'].includes(id))).toEqual([]);
    expect(findings.filter(({ id }) => id === 'AIW0010')).toHaveLength(1);
    expect(findings.find(({ id }) => id === 'AIW0010')!.message).toContain('$APP_LABEL at line 4 (spec.selector), {{ app }} at line 9 (spec.podSelector.matchLabels), ${CLAIM} at line 16');
  });

  test('in a Secret are shown only in brackets', () => {
    const secret = (value: string) => `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n  one: ${value}\n  two: ${value}\n`;

    expect(said(['a.yaml', secret('<BASE64_TOKEN>')], ['b.yaml', secret('$ECRET_1')], ['c.yaml', secret('"not base64"')]).map(({ id, message }) => [id, message])).toEqual([
      ['AIW0010', 'Invalid value: 2 places are not filled in: <BASE64_TOKEN> at line 5 (data[one]), <BASE64_TOKEN> at line 6 (data[two])'],
      ['AIW0010', 'Invalid value: 2 places are not filled in: a redacted value at line 5 (data[one]), a redacted value at line 6 (data[two])'],
      ['AIW1102', 'Invalid value: "\u2026": must be text in base64'],
      ['AIW1102', 'Invalid value: "\u2026": must be text in base64'],
    ]);
  });

  test('in labels of pods and in names leave references to them open', () => {
    const workload = (label: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: ${label}}}\nspec: {containers: [{name: c, image: "registry.example/c:1"}]}\n`;
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
    const classOf = (label: string) => all(['a.yaml', `${workload(label)}---\n${service}`]).find(({ id }) => id === 'AIW2103')?.class;

    expect([classOf('"${APP}"'), classOf('weB')]).toEqual(['advice', 'broken']);
  });

  test('hide neither a wrong selector beside them nor what a program reads', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: $NAME}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: other}}\nspec: {containers: [{name: c, image: "registry.example/c:1"}]}\n';

    expect(all(['a.yaml', `${service}---\n${pod}`]).map(({ id }) => id).sort()).toEqual(expect.arrayContaining(['AIW0010', 'AIW2103']));
  });
});
