import { useQuery } from '@tanstack/react-query'
import { Cascader, Select } from 'antd'
import type { ControlProps } from '../control-props.ts'
import styles from './area-select.module.css'

/** The area table is a separate chunk, loaded by the first control that needs it. */
const loadAreas = () => import('./area-index.ts')
type Areas = Awaited<ReturnType<typeof loadAreas>>

export interface AreaSelectProps extends ControlProps<string> {
  readonly type?: 'cascader' | 'select'
}

const LEVELS = ['省', '市', '区'] as const

/** Province, city and district; the value is the last code chosen (WG-26). */
export function AreaSelect({ type = 'cascader', value, ...control }: AreaSelectProps) {
  const { data: areas, error } = useQuery({
    queryKey: ['areas'],
    queryFn: loadAreas,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isKnown = type === 'cascader' || type === 'select'
  const Control = type === 'select' ? AreaSelects : AreaCascader
  return (
    <>
      <Control {...control} areas={areas} path={value ? (areas?.areaPath(value) ?? []) : []} />
      {!isKnown && (
        <span role="alert" className={styles.fault}>
          未知的显示方式：{type}，已改用级联选择
        </span>
      )}
      {error && (
        <span role="alert" className={styles.fault}>
          行政区划加载失败
        </span>
      )}
    </>
  )
}

interface Props extends Omit<AreaSelectProps, 'type' | 'value'> {
  readonly areas: Areas | undefined
  readonly path: readonly string[]
}

function AreaCascader({ areas, path, onChange, placeholder = '请选择省市区', ...rest }: Props) {
  return (
    <Cascader
      {...rest}
      placeholder={placeholder}
      allowClear
      showSearch
      loading={areas === undefined}
      options={areas?.AREAS ?? []}
      value={[...path]}
      onChange={(next) => onChange?.(next?.at(-1) ?? '')}
      style={{ width: '100%' }}
    />
  )
}

function AreaSelects({ areas, path, onChange, id, onBlur, disabled, 'aria-label': label = '地区' }: Props) {
  return (
    <div className={styles.selects}>
      {LEVELS.map((level, index) => {
        const parent = index === 0 ? areas?.AREA_ROOT : path[index - 1]
        const before = path[index - 1] ?? ''
        return (
          <Select<string>
            key={level}
            {...(index === 0 && id !== undefined && { id })}
            {...(onBlur && { onBlur })}
            aria-label={`${label} ${level}`}
            placeholder={level}
            allowClear
            disabled={disabled || parent === undefined}
            loading={areas === undefined}
            showSearch={{ optionFilterProp: 'label' }}
            options={parent === undefined ? [] : (areas?.areasBelow(parent) ?? [])}
            value={path[index] ?? null}
            onChange={(next: string | undefined) => onChange?.(next ?? before)}
          />
        )
      })}
    </div>
  )
}
