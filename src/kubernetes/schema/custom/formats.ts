/** Whether a text has a format. Undefined in the table: the server accepts any text. */
type Format = (text: string) => boolean;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * String formats as the server reads them, named without hyphens. Those that no built-in definition uses are more lenient here than in Go,
 * so that nothing valid is refused. Source: kube-openapi pkg/validation/strfmt
 */
const FORMATS: Readonly<Record<string, Format>> = {
  datetime: isDateTime,
  date: isDate,
  ipv4: isIPv4,
  ipv6: text => text.includes(':') && isIPv6(text),
  cidr: isCidr,
  uuid: text => UUID.test(text),
  uuid3: text => UUID.test(text) && text.replaceAll('-', '')[12] === '3',
  uuid4: text => UUID.test(text) && /^.{12}4...[89ab]/i.test(text.replaceAll('-', '')),
  uuid5: text => UUID.test(text) && /^.{12}5...[89ab]/i.test(text.replaceAll('-', '')),
  mac: text => /^(?:[0-9A-Fa-f]{2}[:-]){5}(?:[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{2}[:-]){2}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{2}[:-]){14}[0-9A-Fa-f]{2})$|^(?:[0-9A-Fa-f]{4}\.)+[0-9A-Fa-f]{4}$/.test(text),
  byte: text => text.length % 4 === 0 && text.length > 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  hexcolor: text => /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  ssn: text => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  duration: text => /\d/.test(text) || text === '0',
  k8sshortname: text => text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text),
  k8slongname: text => text.length <= 253 && text.split('.').every(part => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part)),
};

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Whether a text has the format; true for a format that is not checked here. */
export function hasFormat(format: string, text: string): boolean {
  const name = format.replaceAll('-', '');
  return !Object.hasOwn(FORMATS, name) || FORMATS[name](text);
}

/** Source: kube-openapi pkg/validation/strfmt/time.go: hours, minutes and seconds are compared as text. */
function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split('t');
  const parts = time === undefined || !isDate(date) ? null : /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  return parts !== null && parts[1] <= '23' && parts[2] <= '59' && parts[3] <= '59';
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) {
    return false;
  }
  const [year, month, day] = parts.slice(1).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1] + (month === 2 && isLeap ? 1 : 0);
}

/** Leading zeros are valid, and so is IPv4-mapped IPv6. Source: k8s.io/utils/net ParseIPSloppy */
function isIPv4(text: string): boolean {
  if (text.includes(':')) {
    return text.includes('.') && isIPv6(text);
  }
  const parts = text.split('.');
  return parts.length === 4 && parts.every(part => /^\d{1,}$/.test(part) && Number(part) <= 255);
}

function isIPv6(text: string): boolean {
  const last = text.slice(text.lastIndexOf(':') + 1);
  if (last.includes('.') && !isIPv4(last)) {
    return false;
  }
  const whole = last.includes('.') ? `${text.slice(0, text.length - last.length)}0:0` : text;
  const halves = whole.split('::');
  const groups = halves.flatMap(half => half === '' ? [] : half.split(':'));
  return halves.length <= 2 && groups.every(group => /^[0-9A-Fa-f]{1,4}$/.test(group))
    && (halves.length === 2 ? groups.length < 8 : groups.length === 8);
}

function isCidr(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  const isFour = isIPv4(address) && !address.includes(':');
  return rest.length === 0 && bits !== undefined && /^\d{1,3}$/.test(bits) && (isFour ? Number(bits) <= 32 : isIPv6(address) && Number(bits) <= 128);
}
