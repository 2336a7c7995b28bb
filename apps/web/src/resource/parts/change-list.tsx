import { NO_VALUE } from '@natim/domain/format'
import { useDict } from '../../widgets/dict-select/use-dict.ts'
import { type Field, fieldOf, type Resource, type ResourceRow } from '../define-resource.ts'
import { type FieldChange, isNothing } from '../record-changes.ts'
import { storedText } from '../stored-values.ts'
import styles from './history-drawer.module.css'

export interface ChangeListProps {
  readonly resource: Resource
  readonly changes: readonly FieldChange[]
  /** Maximum number of changes shown. */
  readonly most?: number
}

/** Changed fields by label, the old value before the new one. */
export function ChangeList({ resource, changes, most }: ChangeListProps) {
  if (changes.length === 0) return <p className="t-caption">没有字段变化</p>
  // In form order; a version has no meaningful order.
  const order = Object.keys(resource.fields)
  const placeOf = ({ key }: FieldChange) => (order.includes(key) ? order.indexOf(key) : order.length)
  return (
    <dl className={styles.changes}>
      {changes
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .slice(0, most)
        .map(({ key, before, after }) => {
          const field = fieldOf(resource, key)
          return (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{field?.label ?? key}</dt>
              <dd>
                {before !== undefined && (
                  <>
                    <del>
                      <Value field={field} value={before} />
                    </del>
                    <span className={styles.arrow} role="img" aria-label="改为">
                      →
                    </span>
                  </>
                )}
                <ins>
                  <Value field={field} value={after} />
                </ins>
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

interface ValueProps {
  readonly field: Field<ResourceRow> | undefined
  readonly value: unknown
}

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

/** A stored value as display text. */
function Value({ field, value }: ValueProps) {
  const traits = field?.widget?.query
  if (isNothing(value)) return NO_VALUE
  if (field?.widget?.textOf) return field.widget.textOf(value)
  if (isListOfTexts(value)) return value.join('、')
  if (traits?.dictCode !== undefined) return <Caption dict={traits.dictCode} value={String(value)} />
  const option = traits?.options?.find((choice) => String(choice.value) === String(value))
  if (option) return option.text
  return storedText(value)
}

function Caption({ dict, value }: { readonly dict: string; readonly value: string }) {
  const { options } = useDict(dict)
  const captions = value.split(',').map((part) => options.find((option) => option.value === part)?.label ?? part)
  return captions.join('、')
}
