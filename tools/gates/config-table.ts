/** One environment variable as documented by the server. */
export interface ConfigLine {
  readonly name: string
  readonly default: string
  readonly text: string
}

const TABLE = /(<!-- config:start -->\n)[\s\S]*(<!-- config:end -->)/

/**
 * The README with its configuration table generated from the server's own list, so that the two cannot drift apart.
 *
 * @throws Error if the README has no place for it
 */
export function withConfigTable(readme: string, lines: readonly ConfigLine[]): string {
  if (!TABLE.test(readme)) throw new Error('README.md has no <!-- config:start --> … <!-- config:end -->')
  const rows = lines.map(({ name, default: value, text }) => `| \`${name}\` | ${value && `\`${value}\``} | ${text} |`)
  const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
  return readme.replace(TABLE, (_all, start: string, end: string) => `${start}${table}\n${end}`)
}
