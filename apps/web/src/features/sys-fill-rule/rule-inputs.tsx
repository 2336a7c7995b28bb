import { fillRuleExtraEndpoints } from '@natim/contract/system/fill-rule'
import { Form, Input, Select } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps } from '@/resource/index.ts'
import styles from './rule-inputs.module.css'
import { readParams, writeParams } from './rule-params.ts'

const useHandlers = () => useEndpoint(fillRuleExtraEndpoints.handlers, {}, { staleTime: Number.POSITIVE_INFINITY })

/** One of the server's generators. */
export function HandlerControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string>) {
  const { data = [], isPending } = useHandlers()
  return (
    <Select
      {...rest}
      loading={isPending}
      value={value || undefined}
      onChange={(name) => onChange?.(name)}
      options={data.map(({ name, title, hint }) => ({ value: name, label: `${title}：${hint}` }))}
      style={{ width: '100%' }}
    />
  )
}

/** Parameters of the chosen handler, one per line; stored as JSON. */
export function ParamsControl({ value, onChange, disabled }: ControlProps) {
  const ruleClass = Form.useWatch<string | undefined>('ruleClass')
  const { data = [] } = useHandlers()
  const fields = data.find(({ name }) => name === ruleClass)?.params
  if (fields === undefined) return <p className="t-tertiary">先选择规则实现</p>
  const params = readParams(typeof value === 'string' ? value : undefined)
  const keys = fields.map(({ key }) => key)
  return (
    <div className={styles.params}>
      {fields.map(({ key, title, hint }) => (
        <label key={key} className={styles.param}>
          <span>{title}</span>
          <Input
            value={params[key] ?? ''}
            placeholder={hint}
            maxLength={64}
            disabled={disabled}
            onChange={(event) => {
              // Parameters of another handler do not apply to this one.
              const kept = Object.fromEntries(Object.entries(params).filter(([name]) => keys.includes(name)))
              onChange?.(writeParams({ ...kept, [key]: event.target.value.trim() }))
            }}
          />
        </label>
      ))}
    </div>
  )
}
