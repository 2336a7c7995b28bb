import type { MapLibreMap } from 'maplibre-gl'
import { useState } from 'react'
import type { Drawing } from '@/widgets/map/drawing.ts'
import { useDrawing } from '@/widgets/map/use-drawing.ts'

/** Drawing on a map; discarded when the page is left. */
export function useMapDrawing(map: MapLibreMap | undefined) {
  const [drawing, setDrawing] = useState<Drawing>()
  useDrawing(map, drawing, setDrawing)
  return [drawing, setDrawing] as const
}
