import { readFileSync } from 'fs';
import { join } from 'path';
import { RESERVED, SETTABLE } from '../../../src/engines/vllm/environment';
import { VLLM_FLAGS } from '../../../src/knowledge/engines/vllm-flags';
import { NEVER_EXPORTED, VLLM_METRICS } from '../../../src/knowledge/engines/vllm-metrics';
import { NEWEST_RELEASE, OLDEST, Lifetime, isAtLeast, parseRelease } from '../../../src/knowledge/engines/vllm-releases';

const PAGE = readFileSync(join(__dirname, '../../../docs/engines.md'), 'utf8');

const rows: [string, Lifetime & { source: string }][] = [...VLLM_FLAGS, ...VLLM_METRICS].map(row => [row.name, row]);

test.each(rows)('%s cites a source, and lives some time', (_, row) => {
  expect(row.source).toMatch(/vllm|llm-d/);
  for (const version of [row.since, row.until].filter(each => each !== undefined)) {
    expect(isAtLeast(parseRelease('row', version), OLDEST)).toBe(true);
    expect(isAtLeast(parseRelease('row', NEWEST_RELEASE), version)).toBe(true);
  }
  if (row.since && row.until) {
    expect(isAtLeast(parseRelease('row', row.since), row.until)).toBe(false);
  }
});

test.each(VLLM_FLAGS.filter(flag => flag.since ?? flag.until).map(flag => [flag.name, flag]))('%s, which some version lacks, says what to use instead', (_, flag) => {
  expect(flag.instead).toBeTruthy();
});

test.each(VLLM_METRICS.filter(metric => metric.until ?? metric.hiddenSince).map(metric => [metric.name, metric]))('%s, which went, names what replaced it', (_, metric) => {
  const replacements = [...metric.replacedBy!.matchAll(/vllm:\w+/g)].map(([name]) => VLLM_METRICS.find(row => row.name === name));
  expect(replacements.length).toBeGreaterThan(0);
  replacements.forEach(row => expect(row?.until).toBeUndefined());
});

test('names are given once', () => {
  const names = [...VLLM_FLAGS.flatMap(flag => [flag.name, ...(flag.alias ? [flag.alias] : [])]), ...VLLM_METRICS.map(metric => metric.name)];
  expect(new Set(names).size).toBe(names.length);
});

test('what people write by mistake means a metric that there is', () => {
  for (const [wrong, right] of Object.entries(NEVER_EXPORTED)) {
    expect(VLLM_METRICS.map(metric => metric.name)).toContain(right);
    expect(VLLM_METRICS.map(metric => metric.name)).not.toContain(wrong);
  }
});

test('no variable is both reserved and free to set', () => {
  expect(RESERVED.filter(name => SETTABLE.includes(name))).toEqual([]);
});

const life = (row: Lifetime) => [row.since ? `from ${row.since}` : '', row.until ? `before ${row.until}` : ''].filter(part => part).join(', ') || 'all';

/** The tables of docs/engines.md, as the rows say them. */
function metricTable(): string {
  return VLLM_METRICS.map(row => {
    const when = row.until === OLDEST ? 'none' : [life(row), row.hiddenSince ? `hidden from ${row.hiddenSince}` : ''].filter(part => part !== '').join('; ');
    const note = [row.replacedBy ? `now \`${row.replacedBy}\`` : '', row.condition ? `with ${row.condition}` : ''].filter(part => part).join('; ');
    return `| \`${row.name}\` | ${row.type} | ${row.unit} | ${row.labels.map(label => `\`${label}\``).join(' ')} | ${when} | ${note} |`;
  }).join('\n');
}

function flagTable(): string {
  return VLLM_FLAGS.map(row => {
    const by = row.property ? `\`${row.property}\`` : row.ofPattern ? 'the pattern' : row.secretIn ? `Secret, as \`${row.secretIn}\`` : '';
    return `| \`${row.name}\` | ${life(row)} | ${by} | ${row.instead ?? ''} |`;
  }).join('\n');
}

test('docs/engines.md has every metric as the data has it', () => {
  expect(PAGE).toContain(metricTable());
});

test('docs/engines.md has every flag as the data has it', () => {
  expect(PAGE).toContain(flagTable());
});

test('docs/engines.md names every reserved variable and every one that is known', () => {
  [...RESERVED, ...SETTABLE].forEach(name => expect(PAGE).toContain(`\`${name}\``));
});
