/** Placeholder while labels are loading. */
export const LOADING = '加载中…'
