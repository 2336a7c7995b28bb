import type { SatTaskForm } from '@natim/contract/mon/sat'

/** A task at the mouth of the Liaohe, to look for an oil spill. */
export const satForm = (given: Partial<SatTaskForm> & Pick<SatTaskForm, 'from' | 'to'>): SatTaskForm => ({
  title: '盘锦辽东湾溢油 SAR 成像',
  purpose: 'spill',
  priority: 1,
  incident: '',
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [121.4, 40.5],
        [121.9, 40.5],
        [121.9, 40.9],
        [121.4, 40.9],
        [121.4, 40.5],
      ],
    ],
  },
  sensorType: 'SAR',
  satelliteIds: [],
  resMaxM: null,
  offNadirMax: 45,
  cloudPctMax: null,
  revisit: { mode: 'once', n: 1, count: 1 },
  remark: '',
  choices: [],
  ...given,
})
