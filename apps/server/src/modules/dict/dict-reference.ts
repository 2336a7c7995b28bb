import { AppError } from '../../platform/errors.ts'

/** What a dictionary widget refers to (contract/30 §1.1). */
export type DictReference =
  | { readonly kind: 'code'; readonly code: string }
  | {
      readonly kind: 'table'
      /** Database names, not yet looked up in the register of sources. */
      readonly table: string
      readonly text: string
      readonly key: string
      readonly condition: string | undefined
    }

const CODE = /^[A-Za-z0-9_]{1,64}$/
const TABLE_WHERE = /^\s*(\w+)\s+where\s+(.+)$/is

/**
 * Parses `code`, `table,text,key[,condition]` and the shorthand `table where condition,text,key`. The condition of the
 * four-part form may contain commas.
 *
 * @throws AppError dict.malformed
 */
export function parseDictReference(reference: string): DictReference {
  if (CODE.test(reference)) return { kind: 'code', code: reference }
  const parts = reference.split(',')
  const shorthand = TABLE_WHERE.exec(parts.slice(0, -2).join(','))
  const [table = '', text = '', key = '', ...rest] = shorthand
    ? [shorthand[1] ?? '', ...parts.slice(-2), shorthand[2] ?? '']
    : parts
  if (parts.length < 3 || table === '' || text === '' || key === '') throw new AppError('dict.malformed')
  const condition = rest.join(',').trim()
  return {
    kind: 'table',
    table: table.trim(),
    text: text.trim(),
    key: key.trim(),
    condition: condition === '' ? undefined : condition,
  }
}
