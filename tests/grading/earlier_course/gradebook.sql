BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL);
INSERT INTO "alembic_version" VALUES('e43177bfe90b');
CREATE TABLE assignment (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	duedate DATETIME, 
	course_id VARCHAR(128) NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name), 
	FOREIGN KEY(course_id) REFERENCES course (id)
);
INSERT INTO "assignment" VALUES('35ed8daabf1b4b0ba71c12146a454c69','03-by-hand','2026-10-02 15:59:00.000000','');
CREATE TABLE base_cell (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	notebook_id VARCHAR(32) NOT NULL, 
	type VARCHAR(50), 
	PRIMARY KEY (id), 
	UNIQUE (name, notebook_id, type), 
	FOREIGN KEY(notebook_id) REFERENCES notebook (id)
);
INSERT INTO "base_cell" VALUES('ca9c64ed5be240eb825d55cae83e5b71','chain','c9385b7879ce4238a7ccfe87c6682607','GradeCell');
INSERT INTO "base_cell" VALUES('9e1b20faa3de419b8b7dd0ab14589e95','favour-run','c9385b7879ce4238a7ccfe87c6682607','GradeCell');
INSERT INTO "base_cell" VALUES('e80733d515224338a77bb34863e650c0','scale','c9385b7879ce4238a7ccfe87c6682607','GradeCell');
INSERT INTO "base_cell" VALUES('e6771a10ef414a83933498bf98e74f69','sgd-step','c9385b7879ce4238a7ccfe87c6682607','GradeCell');
INSERT INTO "base_cell" VALUES('7948fbf59e5f43169473269cf3b77de2','impossible','c9385b7879ce4238a7ccfe87c6682607','GradeCell');
INSERT INTO "base_cell" VALUES('d5db9afd5ebf4f85898b7225a44211dc','impossible-why','c9385b7879ce4238a7ccfe87c6682607','GradeCell');
INSERT INTO "base_cell" VALUES('2c9d596d966246fb81c6b72bbfa27df7','chain-answer','c9385b7879ce4238a7ccfe87c6682607','SolutionCell');
INSERT INTO "base_cell" VALUES('0f3aa4ee0bd6432784956aca37bd1f92','favour-run-answer','c9385b7879ce4238a7ccfe87c6682607','SolutionCell');
INSERT INTO "base_cell" VALUES('703e6697101f4420a388a00e900dedf5','scale-answer','c9385b7879ce4238a7ccfe87c6682607','SolutionCell');
INSERT INTO "base_cell" VALUES('b6eeff09889446c18a6e10a5ea16f29f','sgd-step-answer','c9385b7879ce4238a7ccfe87c6682607','SolutionCell');
INSERT INTO "base_cell" VALUES('89a8959c2a3b4ee3a27fcb5ed6435e09','impossible-answer','c9385b7879ce4238a7ccfe87c6682607','SolutionCell');
INSERT INTO "base_cell" VALUES('c69e570fde13410fa23ef4e0406a27c7','impossible-why','c9385b7879ce4238a7ccfe87c6682607','SolutionCell');
CREATE TABLE comment (
	id VARCHAR(32) NOT NULL, 
	notebook_id VARCHAR(32), 
	cell_id VARCHAR(32), 
	auto_comment TEXT, 
	manual_comment TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (cell_id, notebook_id), 
	FOREIGN KEY(notebook_id) REFERENCES submitted_notebook (id), 
	FOREIGN KEY(cell_id) REFERENCES base_cell (id)
);
INSERT INTO "comment" VALUES('9a6df58043c24808aa0e89eede05db07','72f250cdba444f1385688f0ae19f9558','89a8959c2a3b4ee3a27fcb5ed6435e09',NULL,NULL);
INSERT INTO "comment" VALUES('f0772202e22a42cca859454bff23cd18','72f250cdba444f1385688f0ae19f9558','b6eeff09889446c18a6e10a5ea16f29f',NULL,NULL);
INSERT INTO "comment" VALUES('9bc7fccdd2a24eb28549b3c39af483e7','72f250cdba444f1385688f0ae19f9558','c69e570fde13410fa23ef4e0406a27c7',NULL,'A comment by hand.');
INSERT INTO "comment" VALUES('d7f374ed74624e5087f5daff15bf7a7b','72f250cdba444f1385688f0ae19f9558','703e6697101f4420a388a00e900dedf5',NULL,NULL);
INSERT INTO "comment" VALUES('846dbfacc51447d99444df42be814346','72f250cdba444f1385688f0ae19f9558','2c9d596d966246fb81c6b72bbfa27df7',NULL,NULL);
INSERT INTO "comment" VALUES('f427ed91b53b4dd2a86d24c4fb9b5e43','72f250cdba444f1385688f0ae19f9558','0f3aa4ee0bd6432784956aca37bd1f92',NULL,NULL);
INSERT INTO "comment" VALUES('454f5a469d574d6fb01eafc71d2bfdf8','c6c9a8e9fc7145e3b86c2481991888f6','89a8959c2a3b4ee3a27fcb5ed6435e09',NULL,NULL);
INSERT INTO "comment" VALUES('a83a9c187cac46a68745e12e47ca9fb9','c6c9a8e9fc7145e3b86c2481991888f6','b6eeff09889446c18a6e10a5ea16f29f',NULL,NULL);
INSERT INTO "comment" VALUES('691ee3f2e0a141efbfe51946784b6aa4','c6c9a8e9fc7145e3b86c2481991888f6','c69e570fde13410fa23ef4e0406a27c7',NULL,'A comment by hand.');
INSERT INTO "comment" VALUES('889deb61ca2b45dbac34f4b52518dfe0','c6c9a8e9fc7145e3b86c2481991888f6','703e6697101f4420a388a00e900dedf5',NULL,NULL);
INSERT INTO "comment" VALUES('d7879f1a77544db5bc5d74e42d96694e','c6c9a8e9fc7145e3b86c2481991888f6','2c9d596d966246fb81c6b72bbfa27df7',NULL,NULL);
INSERT INTO "comment" VALUES('4da703ef35ae484383a185c1543e40a5','c6c9a8e9fc7145e3b86c2481991888f6','0f3aa4ee0bd6432784956aca37bd1f92',NULL,NULL);
INSERT INTO "comment" VALUES('f4620418b1f74742aa2c56226ce94e01','e57c02cc4b3741488e790b0853911ccd','89a8959c2a3b4ee3a27fcb5ed6435e09','No response.',NULL);
INSERT INTO "comment" VALUES('f1485ca3df3b482997f7d214e5e8bcb3','e57c02cc4b3741488e790b0853911ccd','b6eeff09889446c18a6e10a5ea16f29f','No response.',NULL);
INSERT INTO "comment" VALUES('c8d39794056c4f86a22d4683a8241973','e57c02cc4b3741488e790b0853911ccd','c69e570fde13410fa23ef4e0406a27c7','No response.',NULL);
INSERT INTO "comment" VALUES('0390784b87e24453baf7032df4ff353c','e57c02cc4b3741488e790b0853911ccd','703e6697101f4420a388a00e900dedf5','No response.',NULL);
INSERT INTO "comment" VALUES('adecbd84d87e4d98821fca64c9680c8f','e57c02cc4b3741488e790b0853911ccd','2c9d596d966246fb81c6b72bbfa27df7','No response.',NULL);
INSERT INTO "comment" VALUES('e5105179a64e4ecea54b14a1d757504d','e57c02cc4b3741488e790b0853911ccd','0f3aa4ee0bd6432784956aca37bd1f92','No response.',NULL);
CREATE TABLE course (
	id VARCHAR(128) NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (id)
);
INSERT INTO "course" VALUES('default_course');
CREATE TABLE grade (
	id VARCHAR(32) NOT NULL, 
	notebook_id VARCHAR(32), 
	cell_id VARCHAR(32), 
	auto_score FLOAT, 
	manual_score FLOAT, 
	extra_credit FLOAT, 
	needs_manual_grade BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (cell_id, notebook_id), 
	FOREIGN KEY(notebook_id) REFERENCES submitted_notebook (id), 
	FOREIGN KEY(cell_id) REFERENCES base_cell (id)
);
INSERT INTO "grade" VALUES('0d8d9a47b99a442e8c19b53e698150d8','72f250cdba444f1385688f0ae19f9558','e80733d515224338a77bb34863e650c0',3.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('0cb2994401af4ff2aeff512bf6df6773','72f250cdba444f1385688f0ae19f9558','9e1b20faa3de419b8b7dd0ab14589e95',4.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('d7e2c5e990c64b13bd4ef00313e4b6d5','72f250cdba444f1385688f0ae19f9558','e6771a10ef414a83933498bf98e74f69',5.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('9ec67e817c5d4176934669f1eb46373d','72f250cdba444f1385688f0ae19f9558','7948fbf59e5f43169473269cf3b77de2',1.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('09b14fa784ce47aeb862145110eaa48c','72f250cdba444f1385688f0ae19f9558','d5db9afd5ebf4f85898b7225a44211dc',NULL,1.5,NULL,0);
INSERT INTO "grade" VALUES('5139adaccb3048f0a1d853860cfb8f6d','72f250cdba444f1385688f0ae19f9558','ca9c64ed5be240eb825d55cae83e5b71',4.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('d1c118e830404d4997772bf082bfe756','c6c9a8e9fc7145e3b86c2481991888f6','e80733d515224338a77bb34863e650c0',3.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('f11c70d6fccc47ec93b2177743b5e24b','c6c9a8e9fc7145e3b86c2481991888f6','9e1b20faa3de419b8b7dd0ab14589e95',4.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('026338f9af284f36b802a57a06496a4f','c6c9a8e9fc7145e3b86c2481991888f6','e6771a10ef414a83933498bf98e74f69',5.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('703b5172f7a34df191a4e66b1b3344cd','c6c9a8e9fc7145e3b86c2481991888f6','7948fbf59e5f43169473269cf3b77de2',1.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('795ab275cbdb4f519d3f11641742cf86','c6c9a8e9fc7145e3b86c2481991888f6','d5db9afd5ebf4f85898b7225a44211dc',NULL,0.5,NULL,0);
INSERT INTO "grade" VALUES('51817e38dfe843b28a81b954eec03c66','c6c9a8e9fc7145e3b86c2481991888f6','ca9c64ed5be240eb825d55cae83e5b71',3.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('4b65c576f9854321bc5cff0f4955f29a','e57c02cc4b3741488e790b0853911ccd','e80733d515224338a77bb34863e650c0',0.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('50d1cc8904464ada8f14fdb698e15671','e57c02cc4b3741488e790b0853911ccd','9e1b20faa3de419b8b7dd0ab14589e95',0.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('bd4431a37f914aeb97a921a6790c88fc','e57c02cc4b3741488e790b0853911ccd','e6771a10ef414a83933498bf98e74f69',0.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('d427f4d181a3451abc003934a8bbd9d8','e57c02cc4b3741488e790b0853911ccd','7948fbf59e5f43169473269cf3b77de2',0.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('8229259c14cc4e5fb1e27bc10162baab','e57c02cc4b3741488e790b0853911ccd','d5db9afd5ebf4f85898b7225a44211dc',0.0,NULL,NULL,0);
INSERT INTO "grade" VALUES('0ba5c997e911468dbc7ea34a5b006609','e57c02cc4b3741488e790b0853911ccd','ca9c64ed5be240eb825d55cae83e5b71',0.0,NULL,NULL,0);
CREATE TABLE grade_cells (
	id VARCHAR(32) NOT NULL, 
	max_score FLOAT NOT NULL, 
	cell_type VARCHAR(8) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id) REFERENCES base_cell (id)
);
INSERT INTO "grade_cells" VALUES('ca9c64ed5be240eb825d55cae83e5b71',4.0,'code');
INSERT INTO "grade_cells" VALUES('9e1b20faa3de419b8b7dd0ab14589e95',4.0,'code');
INSERT INTO "grade_cells" VALUES('e80733d515224338a77bb34863e650c0',3.0,'code');
INSERT INTO "grade_cells" VALUES('e6771a10ef414a83933498bf98e74f69',5.0,'code');
INSERT INTO "grade_cells" VALUES('7948fbf59e5f43169473269cf3b77de2',1.0,'code');
INSERT INTO "grade_cells" VALUES('d5db9afd5ebf4f85898b7225a44211dc',3.0,'markdown');
CREATE TABLE lmhead_graded (
	assignment VARCHAR(128) NOT NULL, 
	student VARCHAR(128) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	page VARCHAR(64) NOT NULL, 
	line TEXT NOT NULL, 
	PRIMARY KEY (assignment, student)
);
INSERT INTO "lmhead_graded" VALUES('03-by-hand','demo-001','acc21e52b6f775536f0bd55de5fb43867d300084c49125a35250ce0291e90e11','5cef0e055c63d9a2291d71cf13c72108b8e9a52a545ea489dd4f52189900402b','{"status": "graded", "why": null, "notes": [], "scores": {"chain": 4.0, "favour-run": 4.0, "scale": 3.0, "sgd-step": 5.0, "impossible": 1.0, "impossible-why": null}, "answers": {"chain": "6abd4ec019b3647cfb5c51ac15227bbd4bcc8b76fcff32a3f1e2e1e0eb570a69", "favour-run": "6abd4ec019b3647cfb5c51ac15227bbd4bcc8b76fcff32a3f1e2e1e0eb570a69", "scale": "6abd4ec019b3647cfb5c51ac15227bbd4bcc8b76fcff32a3f1e2e1e0eb570a69", "sgd-step": "6abd4ec019b3647cfb5c51ac15227bbd4bcc8b76fcff32a3f1e2e1e0eb570a69", "impossible": "6abd4ec019b3647cfb5c51ac15227bbd4bcc8b76fcff32a3f1e2e1e0eb570a69", "impossible-why": "0b86f6bd983e087f371e75f817ef460a96248e153361277a6dfa39d15136f1b3"}, "untouched": []}');
INSERT INTO "lmhead_graded" VALUES('03-by-hand','demo-002','bb9947f46f3df88841d4e1cea0edd54de0e54672edf9f62cc50a47fd0b8c5c2d','2abe5ab0d226b7187380a132554fda1cbccc0b3db5fe6dc2337fb804fd3c3fc4','{"status": "graded", "why": null, "notes": [], "scores": {"chain": 3.0, "favour-run": 4.0, "scale": 3.0, "sgd-step": 5.0, "impossible": 1.0, "impossible-why": null}, "answers": {"chain": "c27b5e3a11eebf7060e1d931a1ed363307a95a473d9b151f8c5456453f53ce4c", "favour-run": "c27b5e3a11eebf7060e1d931a1ed363307a95a473d9b151f8c5456453f53ce4c", "scale": "c27b5e3a11eebf7060e1d931a1ed363307a95a473d9b151f8c5456453f53ce4c", "sgd-step": "c27b5e3a11eebf7060e1d931a1ed363307a95a473d9b151f8c5456453f53ce4c", "impossible": "c27b5e3a11eebf7060e1d931a1ed363307a95a473d9b151f8c5456453f53ce4c", "impossible-why": "c0ef57ecb751d7e0cd7824eb3f8ce2baab71b4d633f07e51d14bbec67b152431"}, "untouched": []}');
INSERT INTO "lmhead_graded" VALUES('03-by-hand','demo-004','0f710340a980eb61a8099e32fb089d6ccc7331ff964ec02426f56bf211b51e96','bf66fe101268fffbf517368a88af27fd8c5430896a9a8d854f8d6dd24a5a53aa','{"status": "graded", "why": null, "notes": [], "scores": {"chain": 0.0, "favour-run": 0.0, "scale": 0.0, "sgd-step": 0.0, "impossible": 0.0, "impossible-why": 0.0}, "answers": {"chain": "e96f38dd374e89d0ad3b7874da95fb7f49704e843af6a41fc64339289587cc9b", "favour-run": "e96f38dd374e89d0ad3b7874da95fb7f49704e843af6a41fc64339289587cc9b", "scale": "e96f38dd374e89d0ad3b7874da95fb7f49704e843af6a41fc64339289587cc9b", "sgd-step": "e96f38dd374e89d0ad3b7874da95fb7f49704e843af6a41fc64339289587cc9b", "impossible": "e96f38dd374e89d0ad3b7874da95fb7f49704e843af6a41fc64339289587cc9b", "impossible-why": "631e6e1695563d7413f0a95f62512cc134b2ea1b91aa0d4bd4842b07b23859ad"}, "untouched": ["chain-answer", "favour-run-answer", "scale-answer", "sgd-step-answer", "impossible-answer", "impossible-why"]}');
CREATE TABLE notebook (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	assignment_id VARCHAR(32), 
	kernelspec VARCHAR(1024), 
	PRIMARY KEY (id), 
	UNIQUE (name, assignment_id), 
	FOREIGN KEY(assignment_id) REFERENCES assignment (id)
);
INSERT INTO "notebook" VALUES('c9385b7879ce4238a7ccfe87c6682607','03-by-hand','35ed8daabf1b4b0ba71c12146a454c69','{"display_name": "Python 3", "language": "python", "name": "python3"}');
CREATE TABLE solution_cells (
	id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id) REFERENCES base_cell (id)
);
INSERT INTO "solution_cells" VALUES('2c9d596d966246fb81c6b72bbfa27df7');
INSERT INTO "solution_cells" VALUES('0f3aa4ee0bd6432784956aca37bd1f92');
INSERT INTO "solution_cells" VALUES('703e6697101f4420a388a00e900dedf5');
INSERT INTO "solution_cells" VALUES('b6eeff09889446c18a6e10a5ea16f29f');
INSERT INTO "solution_cells" VALUES('89a8959c2a3b4ee3a27fcb5ed6435e09');
INSERT INTO "solution_cells" VALUES('c69e570fde13410fa23ef4e0406a27c7');
CREATE TABLE source_cell (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	cell_type VARCHAR(8) NOT NULL, 
	locked BOOLEAN NOT NULL, 
	source TEXT, 
	checksum VARCHAR(128), 
	notebook_id VARCHAR(32), 
	PRIMARY KEY (id), 
	UNIQUE (name, notebook_id), 
	FOREIGN KEY(notebook_id) REFERENCES notebook (id)
);
INSERT INTO "source_cell" VALUES('cfaedc70b32e4ffa8bb3753aec293d72','imports','code',1,'import numpy as np

from lmhead.checks import check
from lmhead.four_words import W_OUT, WORDS','ee7ff8d5fc57adb6fad248f3d30430ef','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('95fc88c267324e82a14ba6fccb22d3b1','chain-answer','code',0,'# Your code here. / 在这里写代码。
raise NotImplementedError()','efbdbfbf5956edd355ea062134254a35','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('99ae3318c28442ad994938e6f8e2817c','chain','code',1,'check("03-by-hand/chain", logits, exponentials, total, shares)','023513218912ca55111c5792f3ec940d','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('33ae15b582304167a1fdcef4b413fa5e','favour-run-answer','code',0,'# Your code here. / 在这里写代码。
raise NotImplementedError()','653fadd208e50c3b90d84480185c4de1','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('5b461d5c7fb543e18117566b11f54e3a','favour-run','code',1,'check("03-by-hand/favour-run", h_run)','99b746f8a7dc939ed7065f5a83bd6429','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('ce055480197548ff99301b6c6ce5fce1','scale-answer','code',0,'# Your code here. / 在这里写代码。
raise NotImplementedError()','681d884382b90718f8604c5cd8a53299','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('cda2bab5ff254ec2b20e12fa28d7fc00','scale','code',1,'check("03-by-hand/scale", scale)','716a19c3bf936b109b30ea6f759acbed','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('2cd0cc22a2964085bbbbcbb12758d828','sgd-step-answer','code',0,'def sgd_step(w_out, h, right):
    # Your code here. / 在这里写代码。
    raise NotImplementedError()','ccc4e4fd2b9b3f2400c64dc4ca4b20b6','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('7fc67cd6b2f04f0fb2cffa5c1eef4419','sgd-step','code',1,'check("03-by-hand/sgd-step", sgd_step)','3ab4488157dd0e6cacdf8d2ca57f896f','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('ed4f94429f9b42e2b063321994e349d4','impossible-answer','code',0,'# Your code here. / 在这里写代码。
raise NotImplementedError()','91f56d5682e243e93dc973dd4174f34a','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('60312c54665441e5ba1a7e873882efc8','impossible','code',1,'check("03-by-hand/impossible", impossible)','c9fea173ebc7ca31be31221d1d6196b5','c9385b7879ce4238a7ccfe87c6682607');
INSERT INTO "source_cell" VALUES('3d5ba2242b724bd2b4353522d87a6a4b','impossible-why','markdown',0,'Write your answer here. / 在这里写下你的答案。','79bbec25ed7d43093b36b70b8917ef36','c9385b7879ce4238a7ccfe87c6682607');
CREATE TABLE student (
	id VARCHAR(128) NOT NULL, 
	first_name VARCHAR(128), 
	last_name VARCHAR(128), 
	email VARCHAR(128), 
	lms_user_id VARCHAR(128), 
	PRIMARY KEY (id)
);
INSERT INTO "student" VALUES('demo-001',NULL,NULL,NULL,NULL);
INSERT INTO "student" VALUES('demo-002',NULL,NULL,NULL,NULL);
INSERT INTO "student" VALUES('demo-004',NULL,NULL,NULL,NULL);
CREATE TABLE submitted_assignment (
	id VARCHAR(32) NOT NULL, 
	assignment_id VARCHAR(32), 
	student_id VARCHAR(128), 
	timestamp DATETIME, 
	extension DATETIME, 
	PRIMARY KEY (id), 
	UNIQUE (assignment_id, student_id), 
	FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	FOREIGN KEY(student_id) REFERENCES student (id)
);
INSERT INTO "submitted_assignment" VALUES('070ed90927214cf1a47bcb1bcf924e90','35ed8daabf1b4b0ba71c12146a454c69','demo-001','2026-10-01 20:34:41.000000',NULL);
INSERT INTO "submitted_assignment" VALUES('f207317a27d943899f5d40ebd8a5031a','35ed8daabf1b4b0ba71c12146a454c69','demo-002','2026-10-03 22:36:28.000000',NULL);
INSERT INTO "submitted_assignment" VALUES('77b226e24d574f2b9d3f1b248e56d899','35ed8daabf1b4b0ba71c12146a454c69','demo-004','2026-10-04 21:32:04.000000',NULL);
CREATE TABLE submitted_notebook (
	id VARCHAR(32) NOT NULL, 
	assignment_id VARCHAR(32), 
	notebook_id VARCHAR(32), 
	flagged BOOLEAN, 
	late_submission_penalty FLOAT, 
	PRIMARY KEY (id), 
	UNIQUE (notebook_id, assignment_id), 
	FOREIGN KEY(assignment_id) REFERENCES submitted_assignment (id), 
	FOREIGN KEY(notebook_id) REFERENCES notebook (id)
);
INSERT INTO "submitted_notebook" VALUES('72f250cdba444f1385688f0ae19f9558','070ed90927214cf1a47bcb1bcf924e90','c9385b7879ce4238a7ccfe87c6682607',0,NULL);
INSERT INTO "submitted_notebook" VALUES('c6c9a8e9fc7145e3b86c2481991888f6','f207317a27d943899f5d40ebd8a5031a','c9385b7879ce4238a7ccfe87c6682607',0,3.30000000000000026645e+00);
INSERT INTO "submitted_notebook" VALUES('e57c02cc4b3741488e790b0853911ccd','77b226e24d574f2b9d3f1b248e56d899','c9385b7879ce4238a7ccfe87c6682607',0,0.0);
CREATE TABLE task_cells (
	id VARCHAR(32) NOT NULL, 
	max_score FLOAT NOT NULL, 
	cell_type VARCHAR(8) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id) REFERENCES base_cell (id)
);
COMMIT;
