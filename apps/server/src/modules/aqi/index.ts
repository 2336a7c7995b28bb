export { loadAir } from './air.service.ts'
export {
  findAqiDays,
  findRowBlock as findAqiBlock,
  findRows as findAqiRows,
  type StoredRow as StoredAqi,
  sumDays as sumAqiDays,
} from './aqi.repository.ts'
export { registerAqiRoutes } from './aqi.routes.ts'
export { loadReport, newestHour } from './aqi.service.ts'
export { cityEvaluatedBy } from './aqi-city.ts'
export { aqiColumns, aqiSheetTitle } from './aqi-sheet.ts'
export { markAqi, startAqiWorker } from './aqi-worker.ts'
export { findIndexFigures } from './index-figures.ts'
export { hasDueMarks as hasStaleAqi } from './mark.repository.ts'
export { findPlaceNames as findAqiPlaceNames, getPlace as getAqiPlace, kindOf as aqiKindOf } from './places.ts'
export { findStationIndex } from './station-index.ts'
