const DURATION = /^[-+]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** `1h30m`, `90s`, `0`. Source: Go time/format.go ParseDuration */
export function isGoDuration(text: string): boolean {
  return DURATION.test(text);
}
