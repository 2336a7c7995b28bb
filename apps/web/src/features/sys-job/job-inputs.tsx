import { jobExtraEndpoints } from '@natim/contract/system/job'
import { Form, Input, Select } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import type { ControlProps } from '@/resource/index.ts'
import { CronInput } from '@/widgets/cron-input/cron-input.tsx'

const useHandlers = () => useEndpoint(jobExtraEndpoints.handlers, {}, { staleTime: Number.POSITIVE_INFINITY })

/** One of the server's schedulable handlers. */
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

export function CronControl({ value, onChange, maxLength: _unused, allowClear: _none, ...rest }: ControlProps<string>) {
  return <CronInput {...rest} value={value} onChange={(text) => onChange?.(text)} />
}

/** The parameters as JSON; those of the chosen handler are described below. */
export function ParameterControl({ value, onChange, allowClear: _none, ...rest }: ControlProps<string>) {
  const name = Form.useWatch<string | undefined>('jobClassName')
  const { data = [] } = useHandlers()
  const params = data.find((handler) => handler.name === name)?.params ?? []
  const example = JSON.stringify(Object.fromEntries(params.map(({ key, hint }) => [key, hint])))
  return (
    <>
      <Input.TextArea
        {...rest}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={params.length === 0 ? '该任务没有参数' : example}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {params.map(({ key, title, hint }) => (
        <p key={key} className="t-caption">
          <code>{key}</code>　{title}：{hint}
        </p>
      ))}
    </>
  )
}
