import { Age } from '../../ui/age.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import { ResultIcon } from './result-row.tsx'
import styles from './search-panel.module.css'
import { KIND_NAMES, type Result, type ResultAction } from './search-results.ts'

const CODE_NAMES = { device: '客户端 ID', station: '站点编号', person: '账号', record: '编码', menu: '' } as const
const PLACE_NAMES = { device: '站点', station: '地址', person: '部门', record: '', menu: '' } as const

function factsOf({ kind, detail, hit }: Result): readonly (readonly [name: string, value: string])[] {
  if (!hit) return detail === '' ? [] : [['所在分组', detail]]
  return [
    [CODE_NAMES[kind], hit.code] as const,
    ['类型', hit.noun] as const,
    [PLACE_NAMES[kind], hit.place ?? ''] as const,
    ['行政区划', hit.region ?? ''] as const,
  ].filter(([, value]) => value !== '')
}

export interface SearchPreviewProps {
  readonly result: Result
  readonly onAction: (action: ResultAction) => void
}

/** Details of the chosen row, and its other targets. */
export function SearchPreview({ result, onAction }: SearchPreviewProps) {
  const { title, kind, hit, actions } = result
  return (
    <aside className={styles.preview} aria-label="预览">
      <div className={styles.subject}>
        <span className={styles.subjectIcon}>
          <ResultIcon result={result} />
        </span>
        <div>
          <div className={styles.subjectName}>{title}</div>
          <div className={styles.subjectState}>
            {hit?.device ? (
              <>
                <StatusLamp status={hit.device.status} hasLabel />
                <Age tsMs={hit.device.lastSeen} />
              </>
            ) : (
              KIND_NAMES[kind]
            )}
          </div>
        </div>
      </div>
      <dl className={styles.facts}>
        {factsOf(result).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && (
        <section className={styles.actions} aria-label="直接去">
          <div className={styles.caption}>直接去</div>
          {actions.map((action) => (
            <button key={action.key} type="button" data-action onClick={() => onAction(action)}>
              {action.label}
              <span className={styles.keys}>
                <kbd>Alt</kbd>
                <kbd>{action.key}</kbd>
              </span>
            </button>
          ))}
        </section>
      )}
    </aside>
  )
}
