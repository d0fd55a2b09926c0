// The editor of a try-it cell: CodeMirror 6 with what plain Python needs and nothing else. Bundled
// into one file when the site is built, and loaded when a reader first enters a cell.
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  HighlightStyle,
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Colours are variables of the page's style sheet, so that the switch to dark reaches the editor.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "var(--lm-code-keyword)" },
  { tag: [tags.string, tags.operator], color: "var(--lm-code-string)" },
  { tag: tags.number, color: "var(--lm-code-number)" },
  { tag: tags.comment, color: "var(--lm-code-comment)" },
  {
    tag: [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className)],
    color: "var(--lm-code-name)",
  },
]);

const setFaultyLine = StateEffect.define();
const faultyLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    if (transaction.docChanged) marks = Decoration.none;
    for (const effect of transaction.effects)
      if (effect.is(setFaultyLine)) {
        const { doc } = transaction.state;
        const known = effect.value && effect.value <= doc.lines;
        marks = known
          ? Decoration.set([
              Decoration.line({ class: "tryit-faulty" }).range(doc.line(effect.value).from),
            ])
          : Decoration.none;
      }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// `options`: parent, text, selection {anchor, head}, label, describedBy, used, wrap,
// onChange(text), onRun().
export function createEditor(options) {
  const run = () => {
    options.onRun();
    return true;
  };
  // Tab indents for whoever works in the code, and goes on for whoever only passes: it changes
  // nothing before a click, a key or an edit.
  let used = options.used;
  const use = () => {
    used = true;
  };
  const passing = EditorView.domEventHandlers({
    pointerdown: use,
    keydown: (event) => {
      if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) use();
    },
    blur: () => {
      used = false;
    },
  });
  const tab = {
    key: "Tab",
    run: (view) => used && indentMore(view),
    shift: (view) => used && indentLess(view),
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      selection: options.selection,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        pythonLanguage,
        syntaxHighlighting(colours),
        faultyLine,
        options.wrap ? EditorView.lineWrapping : [],
        passing,
        // Escape, then Tab leaves: CodeMirror lets the next Tab through after an Escape.
        keymap.of([
          { key: "Ctrl-Enter", mac: "Cmd-Enter", run },
          { key: "Ctrl-Enter", run },
          tab,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          "aria-describedby": options.describedBy,
          autocapitalize: "off",
          autocorrect: "off",
          tabindex: "0",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          if (update.view.hasFocus) use();
          options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    showLine(number) {
      view.dispatch({ effects: setFaultyLine.of(number) });
    },
    focus: () => view.focus(),
  };
}
