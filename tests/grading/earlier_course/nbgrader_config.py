"""A configuration as an earlier version explained it, with every address and key it may name."""

from pathlib import Path

from lmhead.grading.late.policy import LatePolicy
from lmhead.grading.settings import CODE_STUB, TEXT_STUB, configure

c = get_config()  # noqa: F821  (nbgrader provides it)
configure(c, Path(__file__).resolve().parent)
c.ClearSolutions.code_stub = {"python": CODE_STUB}
c.ClearSolutions.text_stub = TEXT_STUB
c.SandboxExecute.sandbox = "auto"
c.SandboxExecute.cell_cpu = 20.0
c.SandboxExecute.cell_wall = 60.0
c.SandboxExecute.call_cpu = 10.0
c.SandboxExecute.call_wall = 30.0
c.SandboxExecute.submission_wall = 300.0
c.SandboxExecute.output = 2**20
c.SandboxExecute.memory = 2 * 2**30
c.SandboxExecute.total_cpu = 180
c.SandboxExecute.processes = 64
c.SandboxExecute.scratch = 128 * 2**20
c.SandboxExecute.file_size = 64 * 2**20
c.SandboxExecute.messages = 500_000
c.SandboxExecute.traffic = 2**30
c.GenerateAssignment.preprocessors = [
    "lmhead.grading.preprocessors.VariantPoints",
    "nbgrader.preprocessors.IncludeHeaderFooter",
    "nbgrader.preprocessors.LockCells",
    "nbgrader.preprocessors.ClearSolutions",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "lmhead.grading.save_cells.SaveCells",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.Autograde.sanitize_preprocessors = [
    "lmhead.grading.preprocessors.RestoreCells",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.Autograde.autograde_preprocessors = [
    "lmhead.grading.preprocessors.SandboxExecute",
    "nbgrader.preprocessors.LimitOutput",
    "lmhead.grading.preprocessors.SaveGrades",
    "lmhead.grading.preprocessors.LatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.GenerateFeedback.preprocessors = ["lmhead.grading.preprocessors.FeedbackPage"]
c.HTMLExporter.filters = {"markdown2html": "lmhead.grading.markdown.markdown_html"}
c.ZipCollectApp.extractor_plugin = "lmhead.grading.collect.plugins.LmsExtractor"
c.ZipCollectApp.collector_plugin = "lmhead.grading.collect.plugins.LmsCollector"
c.ExportApp.plugin_class = "lmhead.grading.export.CanvasExport"


class GentlePolicy(LatePolicy):
    """A late plugin of the course's own, over this course's."""


c.AssignLatePenalties.plugin_class = GentlePolicy
c.LatePolicy.time_zone = "Asia/Shanghai"
c.LatePolicy.due = {"03-by-hand": "2026-10-02 23:59"}
c.LatePolicy.penalty_method = "percent"
c.LatePolicy.percent_per_day = 10
c.LatePolicy.grace_minutes = 15
