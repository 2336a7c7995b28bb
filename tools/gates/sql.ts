import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CallExpression, type Node, Visitor } from 'oxc-parser'
import type { Finding, Gate } from './gate.ts'
import { isDatabaseFile, isTestFile, readSourceFiles, type SourceFile } from './source-files.ts'
import { lineAt, parse } from './syntax.ts'

const MIGRATIONS_DIR = 'apps/server/src/db/migrations'

/**
 * Files that may build SQL text from pieces, each with the reason why no external text can get in. Adding a line here
 * is a review decision (security §0.2).
 */
const REVIEWED_SQL_FILES: Readonly<Record<string, string>> = {
  'apps/server/src/platform/db/migrate.ts': 'runs our own migration files, whose checksums are verified',
  'apps/server/src/platform/postgres/roles.ts':
    'utility statements take no parameters; names are constants, the password is escaped',
  'apps/server/src/modules/report/run.repository.ts':
    'statements of administrators, each taken apart by PostgreSQL’s parser (statement.ts) and run as a read-only role',
  'apps/server/src/modules/demo/partition-writer.ts':
    'COPY and DDL take no parameters; names come from the partition scheme, instants from Date.toISOString',
}

const LOOKS_LIKE_SQL =
  /^\s*(?:select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|(?:create|alter|drop)\s+(?:table|index|unique|schema|role|database|view|sequence)\s|truncate\s+\S|copy\s+\S+\s*(?:\(|from|to)|with\s+\w+\s+as\s*\()/i

/** Values are bound, never concatenated into SQL text; SQL is in repositories; migrations are numbered without gaps. */
export const sqlGate: Gate = {
  name: 'sql',
  promise: 'No SQL is built from text, and none stands outside the repositories.',
  run: (rootDir) => {
    const files = readSourceFiles(rootDir).filter(({ path }) => /^(?:apps|packages)\//.test(path) && !isTestFile(path))
    return { filesRead: files.length, findings: [...files.flatMap(checkFile), ...checkMigrations(rootDir)] }
  },
}

function checkFile(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  const report = (node: Node, rule: string, message: string) =>
    findings.push({ file: file.path, line: lineAt(file.text, node.start), rule, message })
  const isReviewed = file.path in REVIEWED_SQL_FILES
  const judge = (node: Node, text: string, isBuilt: boolean) => {
    if (!LOOKS_LIKE_SQL.test(text)) return
    if (isBuilt && !isReviewed)
      report(node, 'no-built-sql', 'bind the value: sql`… ${value}` of Kysely, or $1 with parameters.')
    else if (!isDatabaseFile(file.path)) report(node, 'sql-in-repository', 'move the statement to a *.repository.ts.')
  }
  const tagged = new Set<Node>()
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      // Kysely's tag binds the values in ${}; its text still belongs in a repository.
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      tagged.add(quasi)
      judge(quasi, templateText(quasi.quasis), false)
    },
    TemplateLiteral: (node) => {
      if (!tagged.has(node)) judge(node, templateText(node.quasis), node.expressions.length > 0)
    },
    Literal: (node) => {
      if (typeof node.value === 'string') judge(node, node.value, false)
    },
    BinaryExpression: (node) => {
      const { left, operator } = node
      if (operator === '+' && left.type === 'Literal' && typeof left.value === 'string') judge(node, left.value, true)
    },
    CallExpression: (node) => {
      if (!isReviewed && isRawText(node)) report(node, 'no-raw-sql', RAW_SQL_MESSAGE)
      if (!isDatabaseFile(file.path) && isQuery(node)) report(node, 'query-in-repository', QUERY_MESSAGE)
    },
  }).visit(parse(file).program)
  return findings
}

const RAW_SQL_MESSAGE =
  'the text of a statement must not depend on a value: bind it, use sql.ref of a registry key, or sql.lit of a CONSTANT.'

/** `sql.raw(…)`, or `sql.lit(…)` of anything but a constant in the code (`group by` cannot compare parameters). */
function isRawText({ callee, arguments: [argument] }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  if (callee.object.type !== 'Identifier' || callee.object.name !== 'sql') return false
  if (callee.property.name === 'raw') return true
  const isConstant =
    argument?.type === 'Literal' || (argument?.type === 'Identifier' && /^[A-Z][A-Z\d_]*$/.test(argument.name))
  return callee.property.name === 'lit' && !isConstant
}

const QUERY_MESSAGE =
  'move the query to a *.repository.ts or *-writer.ts and call that; registers are written by their kit.'
const QUERIES = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/** `db.updateTable(…)` and the like. */
const isQuery = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && QUERIES.has(callee.property.name)

function templateText(quasis: readonly { readonly value: { readonly raw: string } }[]): string {
  return quasis.map((quasi) => quasi.value.raw).join(' ? ')
}

function checkMigrations(rootDir: string): Finding[] {
  const dir = join(rootDir, MIGRATIONS_DIR)
  if (!existsSync(dir)) return []
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.flatMap((name, index) => {
    const expected = String(index + 1).padStart(4, '0')
    if (new RegExp(`^${expected}_[a-z0-9_]+\\.sql$`).test(name)) return []
    const message = `expected ${expected}_name.sql: migrations are numbered from 0001 without holes and never renamed.`
    return [{ file: `${MIGRATIONS_DIR}/${name}`, rule: 'migration-number', message }]
  })
}
