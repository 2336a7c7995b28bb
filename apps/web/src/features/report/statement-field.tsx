import { PlayCircleOutlined } from '@ant-design/icons'
import {
  type ReportForm,
  type ReportItem,
  type ReportParam,
  type ReportTrial,
  reportEndpoints,
} from '@natim/contract/system/report'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Alert, Button, Collapse, Form } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps } from '@/resource/index.ts'
import { CodeEditor } from '@/widgets/code-editor/code-editor.tsx'
import styles from './report.module.css'
import { mergeItems, mergeParams } from './report-draft.ts'

const HEIGHT_PX = 180

/** What the controls of columns and parameters hold. */
interface FilledIn {
  readonly items?: ReportItem[]
  readonly params?: ReportParam[]
}

/** The statement, the sources it may read, and a trial that fills columns and parameters of the form. */
export function StatementField({ id, value, onChange, disabled }: ControlProps<string>) {
  const form = Form.useFormInstance<ReportForm>()
  const sources = useEndpoint(reportEndpoints.sources, {})
  const [trial, setTrial] = useState<ReportTrial>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const statement = value ?? ''

  async function tryOut(): Promise<void> {
    setIsBusy(true)
    try {
      const { items = [], params = [] }: FilledIn = form.getFieldsValue(['items', 'params'])
      const body = { cgrSql: statement, params }
      // Column titles come from the sources.
      const known = sources.data ?? (await sources.refetch()).data ?? []
      const found = await call(reportEndpoints.test, { body }, { silent: true })
      setTrial(found)
      setFault(undefined)
      form.setFieldsValue({
        items: mergeItems(items, found.fields, known),
        params: mergeParams(params, found.params),
      })
    } catch (error) {
      setTrial(undefined)
      setFault(error instanceof ApiError ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.statement}>
      <CodeEditor
        {...(id !== undefined && { id })}
        language="sql"
        heightPx={HEIGHT_PX}
        value={statement}
        disabled={disabled}
        onChange={(next) => onChange?.(next)}
      />
      <div className={styles.bar}>
        <Button
          icon={<PlayCircleOutlined aria-hidden />}
          loading={isBusy}
          disabled={statement.trim() === ''}
          onClick={tryOut}
        >
          试运行并读取列
        </Button>
        {trial && (
          <span className="t-secondary">
            {trial.fields.length} 列，前 {trial.records.length} 行，耗时 {formatNumber(Math.round(trial.tookMs))} ms
          </span>
        )}
      </div>
      {fault && <Alert type="error" showIcon title={fault} />}
      {trial && <TrialRows trial={trial} />}
      <Collapse
        size="small"
        items={[{ key: 'sources', label: '可查询的数据表', children: <Sources sources={sources.data ?? []} /> }]}
      />
    </div>
  )
}

function TrialRows({ trial: { fields, records } }: { readonly trial: ReportTrial }) {
  if (records.length === 0) return <p className="t-secondary">语句可以执行，没有查到数据</p>
  return (
    <section className={styles.scroll} aria-label="试运行结果">
      <table className={styles.table}>
        <thead>
          <tr>
            {fields.map(({ fieldName }) => (
              <th key={fieldName} scope="col">
                {fieldName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            // Trial rows have no key and never move.
            <tr key={index}>
              {fields.map(({ fieldName }) => (
                <td key={fieldName}>{String(record[fieldName] ?? NO_VALUE)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Sources = Readonly<Parameters<typeof mergeItems>[2]>

const Sources = ({ sources }: { readonly sources: Sources }) => (
  <dl className={styles.sources}>
    {sources.map(({ name, title, columns }) => (
      <div key={name}>
        <dt>
          <code>{name}</code> {title}
        </dt>
        <dd className="t-secondary">{columns.map((column) => `${column.name}（${column.title}）`).join('、')}</dd>
      </div>
    ))}
  </dl>
)
