import { RULE_NAMES } from '@natim/contract/mon/rule-names'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { ruleSentence, type SentenceLine } from '@natim/domain/alarm/sentence'
import { Button } from 'antd'
import { copyText } from '@/lib/copy-text.ts'
import { useNotify } from '@/lib/notify.ts'
import { Panel } from '@/ui/panel.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import styles from './edit.module.css'
import { useScopeNames } from './use-lookups.ts'

interface SentenceProps {
  readonly body: RuleBody
  /** Path of the field that has the focus. */
  readonly focused?: string | undefined
  /** Focuses a field; absent in read-only mode. */
  readonly onField?: (path: string) => void
}

const textOf = ({ parts }: SentenceLine) => parts.map(({ text }) => text).join('')

/** 读作: the rule as a sentence; each editable word links to its field. */
export function SentencePanel({ body, focused, onField }: SentenceProps) {
  const { line } = useNotify()
  const names = useScopeNames(body.scope)
  const lines = ruleSentence(body, { ...RULE_NAMES, ...names })
  const copy = async () => {
    await copyText(lines.map(textOf).join('\n'))
    line('已复制', 'success')
  }
  return (
    <Panel
      title="读作"
      {...(onField && { meta: '与表单同步；点带下划线的词，光标到对应的框' })}
      className={styles.sentencePanel ?? ''}
      actions={
        <Button type="link" size="small" onClick={() => void copy()}>
          复制语句
        </Button>
      }
    >
      <ol className={styles.sentence}>
        {lines.map(({ severity, parts }, index) => (
          // Lines follow the order of the rule.
          <li key={index}>
            {severity !== undefined && <SeverityGlyph level={severity} size={15} />}
            <span>
              {parts.map(({ text, field }, at) =>
                field === undefined || onField === undefined ? (
                  <span key={at}>{text}</span>
                ) : (
                  <button
                    key={at}
                    type="button"
                    className={styles.word}
                    data-word
                    data-active={field === focused || undefined}
                    onClick={() => onField(field)}
                  >
                    {text}
                  </button>
                ),
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
