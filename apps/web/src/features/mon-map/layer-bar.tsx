import { DownOutlined } from '@ant-design/icons'
import { MAP_LAYERS } from '@natim/contract/mon/map'
import { Checkbox, Dropdown, Segmented } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { LAYER_NAMES } from '@/widgets/map/layer-levels.ts'
import styles from './layer-bar.module.css'
import type { MapState } from './map-state.ts'

type Layers = Pick<MapState, 'layer' | 'wind' | 'alarms' | 'people' | 'areas'>

export interface LayerBarProps {
  readonly layers: Layers
  readonly maySeeAlarms: boolean
  readonly onChange: (change: Partial<Layers>) => void
}

/** Keys 1–4 choose a layer, W the wind, A alarms; inactive while typing. */
function useLayerKeys({ layers, maySeeAlarms, onChange }: LayerBarProps) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const layer = MAP_LAYERS[Number(event.key) - 1]
    const key = event.key.toLowerCase()
    if (layer !== undefined) onChange({ layer })
    else if (key === 'w') onChange({ wind: !layers.wind })
    else if (key === 'a' && maySeeAlarms) onChange({ alarms: !layers.alarms })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Chooses the value layer and its overlays. */
export function LayerBar(props: LayerBarProps) {
  const { layers, maySeeAlarms, onChange } = props
  useLayerKeys(props)
  const more = [layers.people && '人口', layers.areas && '事件区域'].filter(Boolean)
  return (
    <div className={styles.bar} role="toolbar" aria-label="图层">
      <Segmented
        aria-label="数值图层"
        value={layers.layer}
        options={MAP_LAYERS.map((layer, index) => ({
          value: layer,
          label: LAYER_NAMES[layer],
          title: `${LAYER_NAMES[layer]}（${index + 1}）`,
        }))}
        onChange={(layer) => onChange({ layer })}
      />
      <Checkbox checked={layers.wind} title="风场（W）" onChange={({ target }) => onChange({ wind: target.checked })}>
        风场
      </Checkbox>
      {maySeeAlarms && (
        <Checkbox
          checked={layers.alarms}
          title="报警（A）"
          onChange={({ target }) => onChange({ alarms: target.checked })}
        >
          报警
        </Checkbox>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          multiple: true,
          selectable: true,
          selectedKeys: [...(layers.people ? ['people'] : []), ...(layers.areas ? ['areas'] : [])],
          items: [
            { key: 'people', label: '人口（站点 5 km）' },
            { key: 'areas', label: '事件区域' },
          ],
          onClick: ({ key }) => onChange(key === 'people' ? { people: !layers.people } : { areas: !layers.areas }),
        }}
      >
        <button type="button" className={styles.more} aria-haspopup="menu">
          {more.length > 0 ? more.join('、') : '更多'} <DownOutlined />
        </button>
      </Dropdown>
    </div>
  )
}
