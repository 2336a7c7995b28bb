import { filledLines, type QueryLine, type QueryMatch, type QueryRule } from '@natim/contract/super-query'
import { captionsOf } from '../dict-select/dict-option.ts'
import { useDict } from '../dict-select/use-dict.ts'
import { useDictTexts } from '../dict-select/use-dict-texts.ts'
import styles from './advanced-query.module.css'
import { findField, type QueryField, queryTypeOf, valuesOf } from './query-field.ts'
import { dictOf } from './value-controls.tsx'

/** Text before and after the value. */
const PHRASES: Readonly<Record<QueryRule, readonly [before: string, after: string]>> = {
  eq: ['等于', ''],
  ne: ['不等于', ''],
  gt: ['大于', ''],
  ge: ['不小于', ''],
  lt: ['小于', ''],
  le: ['不大于', ''],
  like: ['包含', ''],
  right_like: ['以', '开头'],
  left_like: ['以', '结尾'],
  in: ['在', '中'],
}
const IN_TIME: Partial<typeof PHRASES> = {
  gt: ['晚于', ''],
  ge: ['不早于', ''],
  lt: ['早于', ''],
  le: ['不晚于', ''],
}
const isTime = (line: QueryLine) => ['date', 'datetime', 'time'].includes(queryTypeOf(line))

interface QuerySentenceProps {
  readonly lines: readonly QueryLine[]
  readonly matchType: QueryMatch
  readonly fields: readonly QueryField[]
}

/** The conditions as one sentence; lines without a value are omitted. */
export function QuerySentence({ lines, matchType, fields }: QuerySentenceProps) {
  const filled = lines.filter((line) => filledLines([line]).length > 0)
  if (filled.length === 0) return null
  return (
    <output className={styles.sentence} aria-label="查询含义">
      {filled.map((line, index) => (
        // Equal conditions differ only by position.
        <span key={index}>
          {index > 0 && (matchType === 'and' ? '，且' : '，或')}
          <Phrase line={line} caption={findField(fields, line.field)?.caption ?? line.field ?? ''} />
        </span>
      ))}
      。
    </output>
  )
}

function Phrase({ line, caption }: { readonly line: QueryLine; readonly caption: string }) {
  const rule = line.rule ?? 'eq'
  const [before, after] = (isTime(line) ? IN_TIME[rule] : undefined) ?? PHRASES[rule]
  return (
    <>
      {caption}
      {before} <b>{useValueText(line)}</b>
      {after && ` ${after}`}
    </>
  )
}

/** Labels where the field has any, else the values. */
function useValueText(line: QueryLine): string {
  const type = queryTypeOf(line)
  const isList = type === 'list' || type === 'list_multi'
  const dict = line.options ? '' : dictOf(line)
  const values = valuesOf(line)
  const { options } = useDict(isList ? dict : '')
  const textOf = useDictTexts(type === 'sel_search' ? dict : '', values, [])
  if (type === 'sel_search') return values.map(textOf).join('、')
  if (type === 'switch')
    return values.map((value) => (value === (line.extendOption?.[0] ?? 'Y') ? '是' : '否')).join('、')
  const given = line.options?.map(({ value, text }) => ({ value: String(value), label: text }))
  return captionsOf(given ?? options, values).replaceAll(',', '、')
}
