export { findUnmarked, followMarks, markLateSamples } from './manual-bits.ts'
export {
  findMarksInForce,
  insertMark,
  lockChannels,
  raiseManualMarks,
  updateMarkCount,
  upsertStale,
} from './mark.repository.ts'
