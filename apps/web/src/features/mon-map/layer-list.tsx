import { SearchOutlined } from '@ant-design/icons'
import type { MapMark, ValueLayer } from '@natim/contract/mon/map'
import { formatNumber } from '@natim/domain/format'
import { regionShortName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import { Input } from 'antd'
import { Age } from '@/ui/age.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { DevicesOutline } from '@/ui/outline/map-outline.tsx'
import { LAYER_NAMES, LEVEL_NAMES } from '@/widgets/map/layer-levels.ts'
import { LevelMark } from '@/widgets/map/level-mark.tsx'
import panel from './device-panel.module.css'
import styles from './layer-list.module.css'

export interface LayerListProps {
  readonly layer: ValueLayer
  readonly keyword: string
  /** Worst first; undefined while loading. */
  readonly rows: readonly MapMark[] | undefined
  readonly byLevel: readonly number[]
  readonly unknown: number
  /** Moment of a replay, epoch ms; ages are relative to it. */
  readonly replayMs: number | undefined
  readonly selectedId: string | undefined
  readonly error: { readonly message: string } | null
  readonly onRetry: () => void
  readonly onKeyword: (keyword: string) => void
  readonly onPick: (mark: MapMark) => void
}

/** Stations of a layer, worst first: the map's content for keyboard and screen reader users. */
export function LayerList(props: LayerListProps) {
  const { layer, rows, byLevel, unknown, replayMs, selectedId, error } = props
  const total = byLevel.reduce((sum, count) => sum + count, 0)
  return (
    <section className={panel.panel} aria-label={`${LAYER_NAMES[layer]} 站点`}>
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder="站点名称、编码、客户端 ID"
        aria-label="搜索站点"
        value={props.keyword}
        onChange={(event) => props.onKeyword(event.target.value)}
      />
      <p className={panel.head}>
        <span>
          {LAYER_NAMES[layer]}
          {layer === 'atl' && ' 自有指数'} ·{' '}
          {replayMs === undefined ? '最高在前' : `回放 ${formatGmt8(replayMs).slice(5, 16)}`}
        </span>
        {rows && (
          <span>
            {formatNumber(total)} 站{unknown > 0 && `，${formatNumber(unknown)} 站无数据`}
          </span>
        )}
      </p>
      {error && <ErrorBar message={error.message} onRetry={props.onRetry} />}
      {rows?.length === 0 && (
        <EmptyState
          title="没有站点有这一图层的数据"
          hint={props.keyword === '' ? '可换一个图层查看' : '请调整搜索条件'}
        />
      )}
      {rows || error ? (
        <ul className={panel.list}>
          {rows?.map((mark) => (
            <MarkItem
              key={mark.id}
              layer={layer}
              mark={mark}
              isReplay={replayMs !== undefined}
              isSelected={mark.id === selectedId}
              onPick={props.onPick}
            />
          ))}
        </ul>
      ) : (
        <div className={panel.list}>
          <DevicesOutline />
        </div>
      )}
    </section>
  )
}

interface MarkItemProps {
  readonly layer: ValueLayer
  readonly mark: MapMark
  readonly isReplay: boolean
  readonly isSelected: boolean
  readonly onPick: (mark: MapMark) => void
}

function MarkItem({ layer, mark, isReplay, isSelected, onPick }: MarkItemProps) {
  return (
    <li>
      <button type="button" className={panel.item} aria-pressed={isSelected} onClick={() => onPick(mark)}>
        <LevelMark layer={layer} level={mark.level} />
        <span className="ellipsis">{mark.name}</span>
        <b className={styles.value}>
          {layer === 'dose'
            ? mark.value.toFixed(mark.precision)
            : layer === 'aqi'
              ? mark.value
              : LEVEL_NAMES.atl[mark.level]}
          {mark.unit && <small> {mark.unit}</small>}
        </b>
        <span />
        <span className="t-caption ellipsis">
          {[layer === 'aqi' ? LEVEL_NAMES.aqi[mark.level] : '', mark.note, regionShortName(mark.regionCode)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={`t-caption ${styles.age}`}>{!isReplay && <Age tsMs={mark.atMs} />}</span>
      </button>
    </li>
  )
}
