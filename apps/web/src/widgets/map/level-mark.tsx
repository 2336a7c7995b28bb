import type { ValueLayer } from '@natim/contract/mon/map'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { AQI_SHAPES, levelSeverity } from './layer-levels.ts'

export interface LevelMarkProps {
  readonly layer: ValueLayer
  readonly level: number
  /** Edge, px. */
  readonly size?: number
}

/** The map symbol of a level, for use beside its name. */
export function LevelMark({ layer, level, size = 14 }: LevelMarkProps) {
  if (layer === 'aqi') {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
        <path d={AQI_SHAPES[level]} fill={`var(--aqi-${level + 1})`} stroke="var(--text-tertiary)" strokeWidth={1.5} />
      </svg>
    )
  }
  const severity = levelSeverity(layer, level)
  return severity === undefined ? (
    <StatusLamp status="online" />
  ) : (
    <SeverityGlyph level={severity} size={size} isDecorative />
  )
}
