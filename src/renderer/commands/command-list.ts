/**
 * Every command of the window. This one list feeds the keyboard, the palette, the shortcut sheet and (by id)
 * the system menu. A key is written as in KeyboardEvent.key, with "Mod+" for Ctrl (Cmd on macOS); capital
 * letters are the shifted ones.
 */
export type CommandGroup = 'File' | 'Go' | 'Detail' | 'Timeline' | 'View' | 'Run' | 'Help';

/**
 * Where a key works. "list": only while the list (or nothing) has the focus, because the same key scrolls
 * elsewhere. "timeline": only while the timeline has the focus, where they come before the same keys of other scopes.
 * "app": everywhere but in text fields and the editor. "everywhere": there as well.
 */
export type KeyScope = 'list' | 'timeline' | 'app' | 'everywhere';

export interface CommandDefinition {
  id: string;
  title: string;
  group: CommandGroup;
  keys: readonly string[];
  scope: KeyScope;
}

const define = (
  id: string,
  title: string,
  group: CommandGroup,
  keys: readonly string[] = [],
  scope: KeyScope = 'app',
): CommandDefinition => ({ id, title, group, keys, scope });

export const COMMANDS = [
  define('file.open', 'Open a recording', 'File', ['Mod+o'], 'everywhere'),
  define('file.openDemo', 'Open the demo', 'File'),
  define('file.close', 'Close this session', 'File', ['Mod+w'], 'everywhere'),
  define('file.reload', 'Read this file again', 'File', ['Mod+r'], 'everywhere'),
  define('file.cancelIndex', 'Stop indexing', 'File'),
  define('file.showInFolder', 'Show this file in its folder', 'File'),
  define('file.copyPath', 'Copy the path of this file', 'File'),
  define('file.clearRecent', 'Forget recent files', 'File'),

  define('go.down', 'Next frame', 'Go', ['j']),
  define('go.up', 'Previous frame', 'Go', ['k']),
  define('go.downInList', 'Next frame', 'Go', ['ArrowDown'], 'list'),
  define('go.upInList', 'Previous frame', 'Go', ['ArrowUp'], 'list'),
  define('go.pageDown', 'One screen down', 'Go', ['PageDown', ' '], 'list'),
  define('go.pageUp', 'One screen up', 'Go', ['PageUp'], 'list'),
  define('go.first', 'First frame', 'Go', ['g']),
  define('go.last', 'Last frame', 'Go', ['G']),
  define('go.firstInList', 'First frame', 'Go', ['Home'], 'list'),
  define('go.lastInList', 'Last frame', 'Go', ['End'], 'list'),
  define('go.nextError', 'Next error', 'Go', ['e']),
  define('go.previousError', 'Previous error', 'Go', ['E']),
  define('go.nextUnparsed', 'Next unparsed piece', 'Go', ['u']),
  define('go.previousUnparsed', 'Previous unparsed piece', 'Go', ['U']),
  define('go.nextUnlinked', 'Next call or result without its other end', 'Go', ['l']),
  define('go.previousUnlinked', 'Previous call or result without its other end', 'Go', ['L']),
  define('go.nextDiagnostic', 'Next frame with a diagnostic', 'Go', ['d']),
  define('go.previousDiagnostic', 'Previous frame with a diagnostic', 'Go', ['D']),
  define('find.open', 'Find a text in all frames', 'Go', ['Mod+f'], 'everywhere'),
  define('find.next', 'Next hit of the search', 'Go', ['F3'], 'everywhere'),
  define('find.nextInApp', 'Next hit of the search', 'Go', ['n']),
  define('find.previous', 'Previous hit of the search', 'Go', ['Shift+F3'], 'everywhere'),
  define('find.onlyThese', 'Show only the hits of the search', 'Go'),
  define('find.close', 'Close the find bar', 'Go'),
  define('go.otherEnd', 'Follow the link to the other end of a call', 'Go', ['x']),
  define('go.branches', 'List the branches of the conversation', 'Go', ['b']),
  define('go.back', 'Back', 'Go', ['[', 'Alt+ArrowLeft']),
  define('go.forward', 'Forward', 'Go', [']', 'Alt+ArrowRight']),
  define('go.list', 'Focus the frame list', 'Go', ['Escape'], 'everywhere'),
  define('go.detail', 'Focus the detail', 'Go', ['Enter'], 'list'),

  define('list.unfold', 'Unfold the events of a message', 'View', ['ArrowRight'], 'list'),
  define('list.fold', 'Fold the events of a message', 'View', ['ArrowLeft'], 'list'),
  define('list.toggleFold', 'Fold or unfold this message', 'View', ['o']),
  define('list.follow', 'Follow the end of the file, or stop', 'View', ['F']),
  define('list.toggleAllFolds', 'Fold or unfold all messages', 'View', ['O']),

  define('detail.summary', 'Show the summary of the frame', 'Detail', ['1']),
  define('detail.call', 'Show the call of the frame', 'Detail', ['2']),
  define('detail.raw', 'Show the raw frame', 'Detail', ['3']),
  define('detail.fields', 'Show the fields of the frame', 'Detail', ['4']),
  define('detail.copyFieldPath', 'Fields: copy the path of the open field', 'Detail'),
  define('detail.links', 'Show the ids and links of the frame', 'Detail', ['5']),
  define('detail.lenses', 'Show what other systems derive from the frame', 'Detail', ['6']),
  define('detail.rawPretty', 'Raw: pretty', 'Detail'),
  define('detail.rawExact', 'Raw: exact', 'Detail'),
  define('detail.rawHex', 'Raw: hex', 'Detail'),
  define('detail.wrap', 'Raw: wrap long lines', 'Detail', ['w']),
  define('detail.nextLens', 'Lenses: next lens', 'Detail'),
  define('detail.lensStrict', 'Lenses: strict', 'Detail'),
  define('detail.lensCorrected', 'Lenses: corrected', 'Detail'),
  define('detail.copy', 'Copy the exact text of the frame', 'Detail', ['c']),

  define('calls.filterText', 'Calls: filter by text', 'View'),
  define('calls.clearFilter', 'Calls: show all calls', 'View'),
  define('calls.failed', 'Calls: only failed ones, or all', 'View'),
  define('calls.repeated', 'Calls: only repeated ones, or all', 'View'),
  define('calls.slowest', 'Calls: the slowest ones first', 'View'),
  define('calls.inOrder', 'Calls: in the order of the file', 'View'),

  define('timeline.focus', 'Focus the timeline', 'Timeline', ['v']),
  define('timeline.toggle', 'Open or shut the timeline', 'Timeline', ['V']),
  define('timeline.axisTime', 'Timeline: axis of time', 'Timeline'),
  define('timeline.axisOrder', 'Timeline: axis of order', 'Timeline'),
  define('timeline.axisBytes', 'Timeline: axis of bytes', 'Timeline'),
  define('timeline.zoomIn', 'Zoom in', 'Timeline', ['w', '='], 'timeline'),
  define('timeline.zoomOut', 'Zoom out', 'Timeline', ['s', '-'], 'timeline'),
  define('timeline.panLeft', 'Move to what was before', 'Timeline', ['a'], 'timeline'),
  define('timeline.panRight', 'Move to what comes after', 'Timeline', ['d'], 'timeline'),
  define('timeline.fitSelection', 'Fit the range or the selected call', 'Timeline', ['f'], 'timeline'),
  define('timeline.fitAll', 'Show everything', 'Timeline', ['F'], 'timeline'),
  define('timeline.nextEvent', 'Next event of the lane', 'Timeline', ['ArrowRight'], 'timeline'),
  define('timeline.previousEvent', 'Previous event of the lane', 'Timeline', ['ArrowLeft'], 'timeline'),
  define('timeline.laneDown', 'Lane below', 'Timeline', ['ArrowDown'], 'timeline'),
  define('timeline.laneUp', 'Lane above', 'Timeline', ['ArrowUp'], 'timeline'),
  define('timeline.nextGap', 'Skip to behind the next silence', 'Timeline', ['.'], 'timeline'),
  define('timeline.previousGap', 'Back to behind the silence before', 'Timeline', [','], 'timeline'),
  define('timeline.rangeFrom', 'Range begins at the selected frame', 'Timeline', ['i'], 'timeline'),
  define('timeline.rangeTo', 'Range ends at the selected frame', 'Timeline', ['o'], 'timeline'),
  define('timeline.filterRange', 'Filter the list to the range', 'Timeline', ['r'], 'timeline'),
  define('timeline.zoomRange', 'Zoom to the range', 'Timeline', ['z'], 'timeline'),
  define('timeline.clearRange', 'Clear the range', 'Timeline', ['Escape'], 'timeline'),
  define('timeline.toList', 'From the timeline to the list', 'Timeline', ['Enter'], 'timeline'),

  define('view.inspect', 'View: Inspect', 'View', ['Mod+1'], 'everywhere'),
  define('view.calls', 'View: Calls', 'View', ['Mod+2'], 'everywhere'),
  define('view.usage', 'View: Usage', 'View', ['Mod+3'], 'everywhere'),
  define('usage.axisTime', 'Usage: draw by time', 'View'),
  define('usage.axisOrder', 'Usage: draw by order', 'View'),
  define('usage.peak', 'Go to the message with the largest context', 'Go'),
  define('view.run', 'View: Run', 'View', ['Mod+7'], 'everywhere'),
  define('view.diagnostics', 'Show or hide the diagnostics', 'View', ['p']),
  define('view.figures', 'Ask a figure: from which frames?', 'View', ['y']),
  define('view.runs', 'Show or hide the runs', 'View', ['r']),
  define('view.turns', 'Show or hide the turns', 'View', ['t']),
  define('view.tasks', 'Show or hide the tasks', 'View', ['T']),
  define('view.agents', 'Show or hide the tree of subagents', 'View', ['a']),
  define('view.spans', 'Show or hide the table of spans', 'View', ['S']),
  define('view.palette', 'Run a command', 'View', ['Mod+k'], 'everywhere'),
  define('view.nextSession', 'Next session', 'View', ['Mod+PageDown'], 'everywhere'),
  define('view.previousSession', 'Previous session', 'View', ['Mod+PageUp'], 'everywhere'),
  define('view.themeSystem', 'Theme: as the system', 'View'),
  define('view.themeLight', 'Theme: light', 'View'),
  define('view.themeDark', 'Theme: dark', 'View'),

  define('run.start', 'Start the command', 'Run', ['Mod+Enter'], 'everywhere'),
  define('run.copyCommand', 'Copy the command line', 'Run'),
  define('run.message', 'Write a message to the process', 'Run', ['m']),
  define('run.interruptTurn', 'Interrupt the turn', 'Run'),
  define('run.endInput', 'Close the input of the process', 'Run'),
  define('run.stop', 'Stop the process, or take the next step', 'Run'),
  define('run.allow', 'Go to the permission request, then allow it', 'Run', ['Y']),
  define('run.deny', 'Go to the permission request, then deny it', 'Run', ['N']),

  define('help.shortcuts', 'Keyboard shortcuts', 'Help', ['?']),
] as const satisfies readonly CommandDefinition[];
