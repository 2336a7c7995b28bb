export { findUnmarked, followMarks, markLateSamples } from './manual-bits.ts'
export {
  insertMark,
  lockChannels,
  raiseManualMarks,
  updateMarkCount,
  upsertStale,
} from './mark.repository.ts'
