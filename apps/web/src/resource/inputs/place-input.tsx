import { EnvironmentOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'
import type { MapPlace } from '@/widgets/map/map-item.ts'
import type { ControlProps, FieldWidget } from './field-widget.ts'
import styles from './place-input.module.css'
import { numberWidget } from './text-inputs.tsx'

const PlacePicker = lazyComponent(async () => (await import('@/widgets/place-picker/place-picker.tsx')).PlacePicker)

const { Control: DegreeControl } = numberWidget('°')

/** Typed numbers arrive as numbers; initial form values may be text or empty. */
const degrees = (value: unknown): number | undefined => {
  const given = value === null || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(given) ? given : undefined
}

/**
 * A longitude, with a map picker that also sets the latitude field.
 *
 * @param latName field of the latitude, in the same form
 */
export function placeWidget(latName: string): FieldWidget<number | null> {
  function PlaceControl(props: ControlProps<number | null>) {
    const { value, onChange, disabled } = props
    const form = Form.useFormInstance()
    const [isOpen, setIsOpen] = useState(false)
    const [opening, setOpening] = useState(0)
    const here = (): Partial<MapPlace> => {
      const [lng, lat] = [degrees(value), degrees(form.getFieldValue(latName))]
      return { ...(lng !== undefined && { lng }), ...(lat !== undefined && { lat }) }
    }
    const take = ({ lng, lat }: MapPlace) => {
      setIsOpen(false)
      onChange?.(lng)
      form.setFieldValue(latName, lat)
      void form.validateFields([latName])
    }
    return (
      <div className={styles.line}>
        <DegreeControl {...props} />
        {!disabled && (
          <Button
            icon={<EnvironmentOutlined />}
            onClick={() => {
              setOpening(opening + 1)
              setIsOpen(true)
            }}
          >
            在地图上选点
          </Button>
        )}
        {opening > 0 && (
          <PlacePicker key={opening} isOpen={isOpen} value={here()} onPick={take} onClose={() => setIsOpen(false)} />
        )}
      </div>
    )
  }
  return { kind: 'text', Control: PlaceControl, query: { type: 'number' } }
}
