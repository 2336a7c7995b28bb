import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import { KIND_SHAPES } from './kind-shapes.ts'

export interface KindIconProps {
  readonly kind: DeviceKind
  /** Edge, px. */
  readonly size?: number
  /** The kind is already given as text beside the icon. */
  readonly isDecorative?: boolean
}

/** Device kind as a line icon in the current text colour (design §3). */
export function KindIcon({ kind, size = 20, isDecorative = false }: KindIconProps) {
  const naming = isDecorative ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': DEVICE_KIND[kind] }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      {...naming}
    >
      <path d={KIND_SHAPES[kind]} />
    </svg>
  )
}
