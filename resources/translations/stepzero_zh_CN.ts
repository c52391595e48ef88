<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>window</name>
    <message>
        <source>page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>log spacing</source>
        <translation>等比间隔</translation>
    </message>
    <message>
        <source>animated PNG</source>
        <translation>动画 PNG</translation>
    </message>
    <message>
        <source>animated WebP</source>
        <translation>动画 WebP</translation>
    </message>
    <message>
        <source>WebM video</source>
        <translation>WebM 视频</translation>
    </message>
    <message>
        <source>MP4 video</source>
        <translation>MP4 视频</translation>
    </message>
    <message>
        <source>web page with a slider</source>
        <translation>带滑块的网页</translation>
    </message>
    <message>
        <source>folder of PNG images</source>
        <translation>PNG 图片文件夹</translation>
    </message>
    <message>
        <source>forever</source>
        <translation>无限</translation>
    </message>
    <message>
        <source>The extension determines the format: .apng, .webp, .webm, .mp4 or .html. Without an extension, Stepzero writes a folder of images.</source>
        <translation>格式由扩展名决定：.apng、.webp、.webm、.mp4 或 .html。无扩展名时，Stepzero 写出一个图片文件夹。</translation>
    </message>
    <message>
        <source>Compute and write the animation (Return)</source>
        <translation>计算并写出动画（Return）</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Animated images are lossless, videos are smaller, a web page has a slider, and a folder of images is for other programs</source>
        <translation>动画图片无损，视频较小，网页带滑块，图片文件夹供其他程序使用</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>图</translation>
    </message>
    <message>
        <source>If all chosen figures are visible on the board, they keep their arrangement; otherwise they are placed side by side</source>
        <translation>若所选的图都在图板上可见，则保持其在图板上的位置；否则全部并排</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>The parameter that varies</source>
        <translation>变化的参数</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>The first value</source>
        <translation>第一个值</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>The last value</source>
        <translation>最后一个值</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Number of values, one per frame</source>
        <translation>取值个数，每个值一帧</translation>
    </message>
    <message>
        <source>Values grow by a constant factor instead of a constant difference</source>
        <translation>相邻值之比相同，而不是差相同</translation>
    </message>
    <message>
        <source>frames per second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>播放速度</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>How many times an animated image repeats; for a video, the player decides</source>
        <translation>动画图片播放多少次；视频则由播放器决定</translation>
    </message>
    <message>
        <source>in</source>
        <translation>共</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Frames per second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s), %1 s</source>
        <translation><numerusform>%n 帧，%1 秒</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>a slider with %n stop(s)</source>
        <translation><numerusform>有 %n 个停靠点的滑块</numerusform></translation>
    </message>
    <message>
        <source>There is nothing to animate.</source>
        <translation>没有可以做成动画的内容。</translation>
    </message>
    <message>
        <source>Choose a figure.</source>
        <translation>请选择一张图。</translation>
    </message>
    <message>
        <source>The file needs a name.</source>
        <translation>文件需要名称。</translation>
    </message>
    <message>
        <source>Animated PNG (*.apng);;Animated WebP (*.webp);;WebM (*.webm);;MP4 (*.mp4);;Web page (*.html)</source>
        <translation>动画 PNG (*.apng);;动画 WebP (*.webp);;WebM (*.webm);;MP4 (*.mp4);;网页 (*.html)</translation>
    </message>
    <message>
        <source>The folder %1 is not empty. Save there anyway?</source>
        <translation>文件夹 %1 不是空的。仍要保存在那里吗？</translation>
    </message>
    <message>
        <source>Operation failed</source>
        <translation>操作失败</translation>
    </message>
    <message>
        <source>Clear cursors</source>
        <translation>清除游标</translation>
    </message>
    <message>
        <source>varied parameter</source>
        <translation>变化的参数</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove this parameter from the study</source>
        <translation>从研究中移除此参数</translation>
    </message>
    <message>
        <source>values of the parameter</source>
        <translation>参数的取值</translation>
    </message>
    <message>
        <source>&lt;p&gt;Numbers separated by commas: &lt;tt&gt;5, 10, 20&lt;/tt&gt;&lt;/p&gt;&lt;p&gt;&lt;tt&gt;1 .. 9&lt;/tt&gt; gives steps of 1, &lt;tt&gt;0 .. 2 : 9&lt;/tt&gt; gives nine evenly spaced values, and &lt;tt&gt;10 .. 1000 : 7 log&lt;/tt&gt; gives seven log-spaced values.&lt;/p&gt;</source>
        <translation>&lt;p&gt;以逗号分隔的数：&lt;tt&gt;5, 10, 20&lt;/tt&gt;&lt;/p&gt;&lt;p&gt;&lt;tt&gt;1 .. 9&lt;/tt&gt; 步长为 1，&lt;tt&gt;0 .. 2 : 9&lt;/tt&gt; 等距取九个，&lt;tt&gt;10 .. 1000 : 7 log&lt;/tt&gt; 等比取七个。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Drag to move an entry; double-click to change its label</source>
        <translation>拖动可移动条目；双击可改标签</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation>添加一个值</translation>
    </message>
    <message>
        <source>Remove the selected value</source>
        <translation>移除所选值</translation>
    </message>
    <message>
        <source>One value per line, as in an experiment file (JSON)</source>
        <translation>每行一个值，写法同实验文件（JSON）</translation>
    </message>
    <message>
        <source>not JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少一个值</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从%1到%2</translation>
    </message>
    <message>
        <source>from %1 on</source>
        <translation>从%1起</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>到%1为止</translation>
    </message>
    <message>
        <source>band of %1: valid %2; elsewhere, networks vary too much</source>
        <translation>%1的有限宽度带：%2有效；其余各处网络之间相差太大</translation>
    </message>
    <message>
        <source>theory</source>
        <translation>理论</translation>
    </message>
    <message>
        <source>the network has no blocks</source>
        <translation>网络没有块</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>board</source>
        <translation>图板</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Could not save the image</source>
        <translation>无法保存图片</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>已复制%1</translation>
    </message>
    <message>
        <source>the board</source>
        <translation>图板</translation>
    </message>
    <message>
        <source>%1
Drag to move; double-click or press Return to enlarge</source>
        <translation>%1
拖动可移动；双击或按 Return 可放大</translation>
    </message>
    <message>
        <source>options of %1</source>
        <translation>%1的选项</translation>
    </message>
    <message>
        <source>Figure options (menu key)</source>
        <translation>图的选项（菜单键）</translation>
    </message>
    <message>
        <source>show all figures</source>
        <translation>显示全部图</translation>
    </message>
    <message>
        <source>enlarge %1</source>
        <translation>放大%1</translation>
    </message>
    <message>
        <source>Show all figures (Esc)</source>
        <translation>显示全部图（Esc）</translation>
    </message>
    <message>
        <source>Enlarge (double-click the title)</source>
        <translation>放大（双击标题）</translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation>隐藏%1</translation>
    </message>
    <message>
        <source>Hide (Delete); the View menu shows it again</source>
        <translation>隐藏（Delete）；可在“视图”菜单中重新显示</translation>
    </message>
    <message>
        <source>figures in tabs</source>
        <translation>标签页中的图</translation>
    </message>
    <message>
        <source>Every figure is hidden. The View menu shows them again.</source>
        <translation>所有图均已隐藏。可在“视图”菜单中重新显示。</translation>
    </message>
    <message>
        <source>Drag to resize</source>
        <translation>拖动以调整大小</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Show all figures</source>
        <translation>显示全部图</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Left of</source>
        <translation>移到…的左侧</translation>
    </message>
    <message>
        <source>Right of</source>
        <translation>移到…的右侧</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>移到…的上方</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>移到…的下方</translation>
    </message>
    <message>
        <source>Into the tabs of</source>
        <translation>并入…的标签页</translation>
    </message>
    <message>
        <source>The whole board</source>
        <translation>整个图板</translation>
    </message>
    <message>
        <source>Drawing…</source>
        <translation>绘制中…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>An animation needs an experiment that can be computed</source>
        <translation>动画需要可以计算的实验</translation>
    </message>
    <message>
        <source>Could not write the animation</source>
        <translation>无法写入动画</translation>
    </message>
    <message numerus="yes">
        <source>Computing %n frame(s)…</source>
        <translation><numerusform>正在计算 %n 帧…</numerusform></translation>
    </message>
    <message>
        <source>cancel the computation</source>
        <translation>取消计算</translation>
    </message>
    <message>
        <source>Stop (F5 to recompute)</source>
        <translation>停止（F5 重新计算）</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>&amp;Export all figures…</source>
        <translation>导出全部图(&amp;E)…</translation>
    </message>
    <message>
        <source>Repor&amp;t…</source>
        <translation>报告(&amp;T)…</translation>
    </message>
    <message>
        <source>Export fi&amp;gure</source>
        <translation>导出图(&amp;G)</translation>
    </message>
    <message>
        <source>Cop&amp;y all figures</source>
        <translation>复制全部图(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy fig&amp;ure</source>
        <translation>复制图(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Default &amp;layout</source>
        <translation>默认布局(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;how all figures</source>
        <translation>显示全部图(&amp;H)</translation>
    </message>
    <message>
        <source>Fit &amp;all axes to data</source>
        <translation>所有坐标轴适应数据(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Zoom i&amp;n</source>
        <translation>放大(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Zoom out</source>
        <translation>缩小(&amp;Z)</translation>
    </message>
    <message>
        <source>Auto&amp;matic size</source>
        <translation>自动大小(&amp;M)</translation>
    </message>
    <message>
        <source>Save changes?</source>
        <translation>保存更改？</translation>
    </message>
    <message>
        <source>Export code and &amp;data</source>
        <translation>导出代码与数据(&amp;D)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写 %1…</translation>
    </message>
    <message>
        <source>Could not write the file</source>
        <translation>无法写入文件</translation>
    </message>
    <message>
        <source>&amp;PyTorch code…</source>
        <translation>PyTorch 代码(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;JAX code…</source>
        <translation>JAX 代码(&amp;J)…</translation>
    </message>
    <message>
        <source>&amp;Keras code…</source>
        <translation>Keras 代码(&amp;K)…</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Networks made of blocks can be exported to PyTorch only</source>
        <translation>由块构成的网络只能导出为 PyTorch 代码</translation>
    </message>
    <message>
        <source>&amp;Results…</source>
        <translation>结果(&amp;R)…</translation>
    </message>
    <message>
        <source>All numbers (*.json)</source>
        <translation>全部数字 (*.json)</translation>
    </message>
    <message>
        <source>&amp;Table of layers…</source>
        <translation>层的表(&amp;T)…</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Te&amp;nsors…</source>
        <translation>张量(&amp;N)…</translation>
    </message>
    <message>
        <source>Weights and input (*.safetensors)</source>
        <translation>权重与输入 (*.safetensors)</translation>
    </message>
    <message>
        <source>Copy PyTorch co&amp;de</source>
        <translation>复制 PyTorch 代码(&amp;D)</translation>
    </message>
    <message>
        <source>Copied PyTorch code to the clipboard</source>
        <translation>PyTorch 代码已复制到剪贴板</translation>
    </message>
    <message>
        <source>&amp;Presets</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;All presets…</source>
        <translation>所有预设(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>Open experiment</source>
        <translation>打开实验</translation>
    </message>
    <message>
        <source>Open chec&amp;kpoint…</source>
        <translation>打开检查点(&amp;K)…</translation>
    </message>
    <message>
        <source>Open capture of a &amp;model…</source>
        <translation>打开模型的捕获(&amp;M)…</translation>
    </message>
    <message>
        <source>Restore &amp;lost session</source>
        <translation>恢复丢失的会话(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Export an&amp;imation…</source>
        <translation>导出动画(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport page…</source>
        <translation>导出网页(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find an action, figure, setting, preset, lesson or finding (Ctrl+F)</source>
        <translation>查找操作、图、设置、预设、课程或诊断（Ctrl+F）</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>New random &amp;seed</source>
        <translation>新的随机种子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Pin this experiment</source>
        <translation>固定此实验(&amp;P)</translation>
    </message>
    <message>
        <source>Copy e&amp;xperiment</source>
        <translation>复制实验(&amp;X)</translation>
    </message>
    <message>
        <source>Paste experimen&amp;t</source>
        <translation>粘贴实验(&amp;T)</translation>
    </message>
    <message>
        <source>Re&amp;compute</source>
        <translation>重新计算(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Compare side &amp;by side…</source>
        <translation>并排比较(&amp;B)…</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <translation>浅色(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation>高对比度(&amp;C)</translation>
    </message>
    <message>
        <source>Follow s&amp;ystem</source>
        <translation>跟随系统(&amp;Y)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>T&amp;raining</source>
        <translation>训练(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Train this network</source>
        <translation>训练此网络(&amp;T)</translation>
    </message>
    <message>
        <source>Train from step 0; progress appears in the Training figure, and settings are under Run</source>
        <translation>从第 0 步开始训练；进展见“训练”图，设置在“运行”一栏中</translation>
    </message>
    <message>
        <source>&amp;Coordinate check and learning-rate transfer (μP)…</source>
        <translation>坐标检查与学习率迁移（μP）(&amp;C)…</translation>
    </message>
    <message>
        <source>Check whether activations and the best learning rate stay the same at other widths and depths (μP, CompleteP)</source>
        <translation>检查激活值和最佳学习率在其他宽度和深度下是否保持不变（μP、CompleteP）</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Gain calculator</source>
        <translation>增益计算器(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Parameter study…</source>
        <translation>参数研究(&amp;S)…</translation>
    </message>
    <message>
        <source>Exa&amp;mple studies</source>
        <translation>示例研究(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Random-number cache</source>
        <translation>随机数缓存(&amp;R)</translation>
    </message>
    <message>
        <source>Could not apply the fix</source>
        <translation>无法应用修复</translation>
    </message>
    <message>
        <source>ratio to the other capture</source>
        <translation>与另一个捕获的比值</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>这次运行</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>A capture of your own model, written by stepzero.capture() in Python</source>
        <translation>您自己的模型的捕获，由 Python 中的 stepzero.capture() 写出</translation>
    </message>
    <message>
        <source>Show what differs from another capture of this model</source>
        <translation>显示与该模型另一个捕获的差别</translation>
    </message>
    <message>
        <source>Show only this capture again</source>
        <translation>重新只显示这个捕获</translation>
    </message>
    <message>
        <source>Show only rows that contain this: part of a name, a class, a kind or a finding</source>
        <translation>只显示含有这段文字的行：名称的一部分、类、种类或诊断</translation>
    </message>
    <message>
        <source>numbers of the selected module</source>
        <translation>所选模块的数值</translation>
    </message>
    <message>
        <source>Open chec&amp;kpoint</source>
        <translation>打开检查点(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Audit weights</source>
        <translation>审计权重(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>The width of the model whose capture the figures show</source>
        <translation>各图显示哪个宽度的模型的捕获</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>步(&amp;T)</translation>
    </message>
    <message>
        <source>The number of training steps before the capture</source>
        <translation>捕获之前的训练步数</translation>
    </message>
    <message>
        <source>Open the weights that were saved with this capture in the window of checkpoints</source>
        <translation>在检查点窗口中打开随此捕获保存的权重</translation>
    </message>
    <message>
        <source>Compare the weights that were saved with this capture with the recipe of their family</source>
        <translation>把随此捕获保存的权重与其系列的配方比较</translation>
    </message>
    <message>
        <source>the names of the tensors are of no known family</source>
        <translation>张量的名称不属于任何已知系列</translation>
    </message>
    <message>
        <source>being audited…</source>
        <translation>正在审计…</translation>
    </message>
    <message>
        <source>not audited</source>
        <translation>未审计</translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation>权重：%1</translation>
    </message>
    <message>
        <source>No capture is open</source>
        <translation>没有打开的捕获</translation>
    </message>
    <message>
        <source>Example captures</source>
        <translation>示例捕获</translation>
    </message>
    <message numerus="yes">
        <source>%n module(s)</source>
        <translation><numerusform>%n 个模块</numerusform></translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>&amp;Open capture…</source>
        <translation>打开捕获(&amp;O)…</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>%1 – Stepzero capture</source>
        <translation>%1 – Stepzero 捕获</translation>
    </message>
    <message>
        <source>Open a capture of your own model, or drop one here: the file that stepzero.capture() writes in Python</source>
        <translation>打开您自己的模型的捕获，或把它拖到这里：即 Python 中 stepzero.capture() 写出的文件</translation>
    </message>
    <message numerus="yes">
        <source> · %n finding(s)</source>
        <translation><numerusform> · %n 条诊断</numerusform></translation>
    </message>
    <message>
        <source>Captures (%1);;All files (*)</source>
        <translation>捕获 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Coordinate check</source>
        <translation>坐标检查</translation>
    </message>
    <message>
        <source>Change over the steps</source>
        <translation>随步数的变化</translation>
    </message>
    <message>
        <source>At step 0</source>
        <translation>第 0 步</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>RMS</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>RMS at step 0</source>
        <translation>第 0 步的 RMS</translation>
    </message>
    <message numerus="yes">
        <source>RMS of the change in %n step(s)</source>
        <translation><numerusform>%n 步内变化的 RMS</numerusform></translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>dotted: independent of %1</source>
        <translation>点线：与%1无关</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>A file of weights, an index of shards, or a folder with one of these</source>
        <translation>权重文件、分片索引，或含有二者之一的文件夹</translation>
    </message>
    <message>
        <source>Show what has changed since another checkpoint</source>
        <translation>显示相对另一检查点的变化</translation>
    </message>
    <message>
        <source>Show only this checkpoint again</source>
        <translation>只显示此检查点</translation>
    </message>
    <message>
        <source>Show only rows that contain this: part of a name, a role, a distribution or “deviates”</source>
        <translation>只显示含有此内容的行：名称的一部分、角色、分布或“偏离”</translation>
    </message>
    <message>
        <source>numbers of the selected tensor</source>
        <translation>所选张量的数值</translation>
    </message>
    <message>
        <source>Open as e&amp;xperiment</source>
        <translation>作为实验打开(&amp;X)</translation>
    </message>
    <message>
        <source>Open the checkpoint as an experiment and pin a network that is freshly initialized by its recipe (Ctrl+Return)</source>
        <translation>把检查点作为实验打开，并固定一个按配方重新初始化的网络（Ctrl+Return）</translation>
    </message>
    <message>
        <source>No checkpoint is open</source>
        <translation>未打开检查点</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>&amp;Open checkpoint…</source>
        <translation>打开检查点(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose conf&amp;ig…</source>
        <translation>选择配置(&amp;I)…</translation>
    </message>
    <message>
        <source>The model family used to interpret tensor names</source>
        <translation>用于解读张量名称的模型家族</translation>
    </message>
    <message>
        <source>config.json and experiments (*.json);;All files (*)</source>
        <translation>config.json 与实验 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>F&amp;amily</source>
        <translation>模型家族(&amp;A)</translation>
    </message>
    <message>
        <source>Detect from tensor &amp;names</source>
        <translation>按张量名识别(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Custom family</source>
        <translation>自定义的模型家族</translation>
    </message>
    <message>
        <source>Families (*.json);;All files (*)</source>
        <translation>模型家族 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 – Stepzero checkpoint</source>
        <translation>%1 – Stepzero 检查点</translation>
    </message>
    <message>
        <source>Open a checkpoint, or drop one here: safetensors, PyTorch, GGUF, npz, or a folder</source>
        <translation>打开检查点，或拖到此处：safetensors、PyTorch、GGUF、npz 或文件夹</translation>
    </message>
    <message>
        <source>Checkpoints (%1);;All files (*)</source>
        <translation>检查点 (%1);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Cell of a study</source>
        <translation>研究的单元格</translation>
    </message>
    <message>
        <source>Run a checkpoint</source>
        <translation>运行检查点</translation>
    </message>
    <message>
        <source>freshly initialized by its recipe</source>
        <translation>按其配方重新初始化</translation>
    </message>
    <message>
        <source>Truncation, layout and dtype of the samples</source>
        <translation>采样的截断、布局与 dtype</translation>
    </message>
    <message>
        <source>More about %1</source>
        <translation>%1的更多选项</translation>
    </message>
    <message>
        <source>error in the formula</source>
        <translation>公式中的错误</translation>
    </message>
    <message>
        <source>%1 to %2 in all layers</source>
        <translation>所有层中为 %1 至 %2</translation>
    </message>
    <message>
        <source>A number, or an expression such as %1</source>
        <translation>数值，或表达式，如 %1</translation>
    </message>
    <message>
        <source>formula of the activation</source>
        <translation>激活函数的公式</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>并排比较</translation>
    </message>
    <message>
        <source>swap both sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Swap both sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>left experiment</source>
        <translation>左侧的实验</translation>
    </message>
    <message>
        <source>right experiment</source>
        <translation>右侧的实验</translation>
    </message>
    <message>
        <source>The experiment on this side</source>
        <translation>这一侧的实验</translation>
    </message>
    <message>
        <source>S&amp;wap both sides</source>
        <translation>交换两侧(&amp;W)</translation>
    </message>
    <message>
        <source>Could not open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Current experiment</source>
        <translation>当前实验</translation>
    </message>
    <message>
        <source>Choose preset…</source>
        <translation>选择预设…</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 is not an experiment.</source>
        <translation>%1 不是实验。</translation>
    </message>
    <message>
        <source>Current: %1</source>
        <translation>当前：%1</translation>
    </message>
    <message>
        <source>“1 .. 50” in steps of 1, “0.5 .. 4 : 30” for 30 evenly spaced, “8 .. 512 : 7 log” for 7 log-spaced values, or names: “relu, tanh”</source>
        <translation>“1 .. 50”步长为 1，“0.5 .. 4 : 30”等距取 30 个值，“8 .. 512 : 7 log”等比取 7 个值，或名称：“relu, tanh”</translation>
    </message>
    <message>
        <source>Pre&amp;vious value</source>
        <translation>上一个值(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;xt value</source>
        <translation>下一个值(&amp;X)</translation>
    </message>
    <message>
        <source>Values per second; fewer if computing takes longer</source>
        <translation>每秒播放的取值数；来不及计算时则更少</translation>
    </message>
    <message>
        <source>animating a parameter</source>
        <translation>参数动画</translation>
    </message>
    <message>
        <source>The animated parameter</source>
        <translation>播放的参数</translation>
    </message>
    <message>
        <source>position of the value</source>
        <translation>当前取值的位置</translation>
    </message>
    <message>
        <source>The current value</source>
        <translation>当前取值</translation>
    </message>
    <message>
        <source>Loop: start again after the last value</source>
        <translation>循环：末值之后从头播放</translation>
    </message>
    <message>
        <source>Play %1</source>
        <translation>播放%1</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · %2/%3</translation>
    </message>
    <message>
        <source>not trained yet</source>
        <translation>尚未训练</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>检查(&amp;C)</translation>
    </message>
    <message>
        <source>A number, such as 0.5 or 2^-5</source>
        <translation>一个数，例如 0.5 或 2^-5</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>Compare your answer with the result (Return)</source>
        <translation>将你的答案与结果比较（Return）</translation>
    </message>
    <message>
        <source>This is not a finite number.</source>
        <translation>这不是有限的数。</translation>
    </message>
    <message>
        <source>Reset the step first: the answer is that of its own experiment.</source>
        <translation>请先重置该步：答案取自该步自己的实验。</translation>
    </message>
    <message>
        <source>✓ Right: between %1 and %2</source>
        <translation>✓ 正确：在 %1 与 %2 之间</translation>
    </message>
    <message>
        <source>✗ Too small</source>
        <translation>✗ 太小</translation>
    </message>
    <message>
        <source>✗ Too large</source>
        <translation>✗ 太大</translation>
    </message>
    <message>
        <source>Change the experiment: settings to change at most: %1</source>
        <translation>请改动实验：最多可改的设置数：%1</translation>
    </message>
    <message>
        <source>Change the experiment.</source>
        <translation>请改动实验。</translation>
    </message>
    <message>
        <source>✗ Settings changed: %1 (%2), at most %3</source>
        <translation>✗ 已改 %1 处设置（%2），最多 %3 处</translation>
    </message>
    <message>
        <source>✓ Reached by %1</source>
        <translation>✓ 已达到：%1</translation>
    </message>
    <message>
        <source>✗ Not yet: %1</source>
        <translation>✗ 尚未达到：%1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>Initialization</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Start from an example (Undo restores your experiment)</source>
        <translation>从示例开始（撤销可恢复你的实验）</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Kind of network</source>
        <translation>网络种类</translation>
    </message>
    <message>
        <source>Structure of the network</source>
        <translation>网络的结构</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Preset “%1”</source>
        <translation>预设“%1”</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>无%1</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Layers have individual widths; a value set here applies to all</source>
        <translation>各层宽度不同；在此设置的值用于所有层</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>print</source>
        <translation>印刷</translation>
    </message>
    <message>
        <source>high contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出%1</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>millimetres</source>
        <translation>毫米</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>title and settings</source>
        <translation>标题与设置</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The format follows the extension: %1</source>
        <translation>格式由扩展名决定：%1</translation>
    </message>
    <message>
        <source>browse</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Choose folder and file name</source>
        <translation>选择文件夹与文件名</translation>
    </message>
    <message>
        <source>Width of the image</source>
        <translation>图片宽度</translation>
    </message>
    <message>
        <source>height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Height of the image</source>
        <translation>图片高度</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Unit of width and height</source>
        <translation>宽度与高度的单位</translation>
    </message>
    <message>
        <source>dots per inch</source>
        <translation>每英寸点数</translation>
    </message>
    <message>
        <source>Higher values make text and lines larger in pixels</source>
        <translation>值越大，文字与线条所占的像素越多</translation>
    </message>
    <message>
        <source>theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Colours; print has a white background, for paper</source>
        <translation>颜色：“印刷”用于纸张，白底</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Enlarges fonts, lines and markers; automatic makes text readable on a slide</source>
        <translation>放大字体、线条与标记；自动时在幻灯片上清晰可读</translation>
    </message>
    <message>
        <source>caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>The experiment's title above the image, its settings below</source>
        <translation>图上方为实验标题，下方为其设置</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Dots per inch</source>
        <translation>每英寸点数</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>Save the image (Return)</source>
        <translation>保存图片（Return）</translation>
    </message>
    <message>
        <source>Close without saving (Esc)</source>
        <translation>关闭而不保存（Esc）</translation>
    </message>
    <message>
        <source>Nothing to show; tick to include it anyway</source>
        <translation>没有可显示的内容；勾选则仍会导出</translation>
    </message>
    <message>
        <source>Omitted</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>Images (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>An image may have at most %1 pixels per side.</source>
        <translation>图片每边最多 %1 像素。</translation>
    </message>
    <message>
        <source>%1 exists. Replace it?</source>
        <translation>%1 已存在。是否替换？</translation>
    </message>
    <message>
        <source>%1, expert %2</source>
        <translation>%1，专家 %2</translation>
    </message>
    <message>
        <source>%1 of block %2</source>
        <translation>第 %2 块的%1</translation>
    </message>
    <message>
        <source>Fit to data</source>
        <translation>适应数据</translation>
    </message>
    <message>
        <source>Lock axes</source>
        <translation>锁定坐标轴</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>复制为 LaTeX</translation>
    </message>
    <message>
        <source>Export this figure…</source>
        <translation>导出此图…</translation>
    </message>
    <message>
        <source>About this figure</source>
        <translation>关于此图</translation>
    </message>
    <message>
        <source>This experiment has unsaved changes.</source>
        <translation>此实验有未保存的更改。</translation>
    </message>
    <message>
        <source>The text</source>
        <translation>该文本</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Copied the experiment to the clipboard as text</source>
        <translation>实验已作为文本复制到剪贴板</translation>
    </message>
    <message>
        <source>There is no experiment on the clipboard</source>
        <translation>剪贴板中没有实验</translation>
    </message>
    <message>
        <source>Save experiment</source>
        <translation>保存实验</translation>
    </message>
    <message>
        <source>Could not save the experiment</source>
        <translation>无法保存实验</translation>
    </message>
    <message>
        <source>Save pinned experiment</source>
        <translation>保存固定的实验</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>Find an action, figure, setting, preset, lesson or finding</source>
        <translation>查找操作、图、设置、预设、课程或诊断</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>found</source>
        <translation>找到的</translation>
    </message>
    <message>
        <source>Nothing has these words.</source>
        <translation>没有含有这些词的项。</translation>
    </message>
    <message>
        <source>✓ No problems found at step 0 or during training</source>
        <translation>✓ 第 0 步与训练中均未发现问题</translation>
    </message>
    <message>
        <source>✓ No problems found at step 0</source>
        <translation>✓ 第 0 步未发现问题</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>未计算</translation>
    </message>
    <message>
        <source>Computing preview…</source>
        <translation>正在计算预览…</translation>
    </message>
    <message>
        <source>Click to apply, Ctrl+Z to undo.</source>
        <translation>单击采用，Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>&lt;p&gt;A function of z, such as &lt;tt&gt;z*sigmoid(1.7*z)&lt;/tt&gt; or &lt;tt&gt;z &amp;gt; 0 ? z : 0.1*z&lt;/tt&gt;.&lt;/p&gt;&lt;p&gt;+ − * / ^ &amp;lt; &amp;lt;= == != &amp;amp;&amp;amp; || and condition ? this : that; constants pi and e; functions %1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;z 的函数，如 &lt;tt&gt;z*sigmoid(1.7*z)&lt;/tt&gt; 或 &lt;tt&gt;z &amp;gt; 0 ? z : 0.1*z&lt;/tt&gt;。&lt;/p&gt;&lt;p&gt;+ − * / ^ &amp;lt; &amp;lt;= == != &amp;amp;&amp;amp; ||，以及“条件 ? 值一 : 值二”；常数 pi 与 e；函数 %1。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>title of the study</source>
        <translation>研究的标题</translation>
    </message>
    <message>
        <source>Shown in the file, the report and the window title</source>
        <translation>显示于文件、报告与窗口标题</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Common settings</source>
        <translation>共同设置</translation>
    </message>
    <message>
        <source>Use the main &amp;window's experiment</source>
        <translation>使用主窗口的实验(&amp;W)</translation>
    </message>
    <message>
        <source>Settings that are not varied come from the experiment in the main window</source>
        <translation>不变的设置取自主窗口的实验</translation>
    </message>
    <message>
        <source>Varied parameters</source>
        <translation>变化的参数</translation>
    </message>
    <message>
        <source>&amp;Add parameter</source>
        <translation>添加参数(&amp;A)</translation>
    </message>
    <message>
        <source>Vary another parameter: every combination of values is a cell</source>
        <translation>再改变一个参数：值的每种组合是一个单元格</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation><numerusform>%n 个单元格</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 = %n cell(s)</source>
        <translation><numerusform>%1 = %n 个单元格</numerusform></translation>
    </message>
    <message>
        <source>Remove parameter</source>
        <translation>移除参数</translation>
    </message>
    <message>
        <source>Add parameter</source>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message numerus="yes">
        <source>stopped: %1 of %n cell(s)</source>
        <translation><numerusform>已停止：%1/%n 个单元格</numerusform></translation>
    </message>
    <message>
        <source>This study has unsaved changes.</source>
        <translation>此研究有未保存的更改。</translation>
    </message>
    <message>
        <source>&amp;New from the main window's experiment</source>
        <translation>根据主窗口的实验新建(&amp;N)</translation>
    </message>
    <message>
        <source>Open study</source>
        <translation>打开研究</translation>
    </message>
    <message>
        <source>Save &amp;results…</source>
        <translation>保存结果(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Cell</source>
        <translation>单元格(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open in the main window</source>
        <translation>在主窗口中打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pin in the main window</source>
        <translation>固定到主窗口(&amp;P)</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n cell(s)</source>
        <translation><numerusform>%n 个单元格中的 %1 个</numerusform></translation>
    </message>
    <message>
        <source>Shared experiment</source>
        <translation>共有的实验</translation>
    </message>
    <message>
        <source>Save study</source>
        <translation>保存研究</translation>
    </message>
    <message>
        <source>Could not save the study</source>
        <translation>无法保存研究</translation>
    </message>
    <message>
        <source>Save results</source>
        <translation>保存结果</translation>
    </message>
    <message>
        <source>Table of cells (*.csv);;All numbers (*.json)</source>
        <translation>单元格表 (*.csv);;全部数字 (*.json)</translation>
    </message>
    <message>
        <source>Could not save the results</source>
        <translation>无法保存结果</translation>
    </message>
    <message>
        <source>There are no results yet.</source>
        <translation>尚无结果。</translation>
    </message>
    <message>
        <source>study</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>%1[*] – Stepzero study</source>
        <translation>%1[*] – Stepzero 研究</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Welcome</source>
        <translation>欢迎(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;About Stepzero</source>
        <translation>关于 Stepzero(&amp;A)</translation>
    </message>
    <message>
        <source>About Stepzero</source>
        <translation>关于 Stepzero</translation>
    </message>
    <message>
        <source>&lt;b&gt;Stepzero %1&lt;/b&gt;&lt;p&gt;A neural network before its first training step.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Stepzero %1&lt;/b&gt;&lt;p&gt;训练第一步之前的神经网络。&lt;/p&gt;&lt;p&gt;自由软件，GNU 通用公共许可证第 3 版或更新版本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Keep a history</source>
        <translation>保留历史记录</translation>
    </message>
    <message>
        <source>Clear history…</source>
        <translation>清空历史记录…</translation>
    </message>
    <message>
        <source>Make the experiment of the selected entry the current one; Undo takes it back</source>
        <translation>把所选记录的实验设为当前实验；可用“撤销”取消</translation>
    </message>
    <message>
        <source>Pin the experiment of the selected entry</source>
        <translation>固定所选记录的实验</translation>
    </message>
    <message>
        <source>Remove the selected entry from the history</source>
        <translation>从历史记录中移除所选记录</translation>
    </message>
    <message>
        <source>Filter by words</source>
        <translation>按词筛选</translation>
    </message>
    <message>
        <source>filter of the history</source>
        <translation>历史记录筛选</translation>
    </message>
    <message>
        <source>Show only the entries that have every word</source>
        <translation>只显示包含所有这些词的记录</translation>
    </message>
    <message>
        <source>history of experiments</source>
        <translation>实验的历史记录</translation>
    </message>
    <message>
        <source>history options</source>
        <translation>历史记录选项</translation>
    </message>
    <message>
        <source>Keep or clear the history</source>
        <translation>保留或清空历史记录</translation>
    </message>
    <message>
        <source>No entry has these words.</source>
        <translation>没有包含这些词的记录。</translation>
    </message>
    <message>
        <source>Experiments appear here when they have been computed.</source>
        <translation>实验计算完成后会出现在这里。</translation>
    </message>
    <message>
        <source>No history is kept. The menu above switches it on.</source>
        <translation>未保留历史记录。可用上方的菜单开启。</translation>
    </message>
    <message>
        <source>Restore from history</source>
        <translation>从历史记录恢复</translation>
    </message>
    <message>
        <source>Clear history?</source>
        <translation>清空历史记录？</translation>
    </message>
    <message numerus="yes">
        <source>%n experiment(s) will be removed from the history.</source>
        <translation><numerusform>将从历史记录中移除 %n 个实验。</numerusform></translation>
    </message>
    <message>
        <source>This cannot be undone. Pins and files stay.</source>
        <translation>此操作无法撤销。固定的实验和文件不受影响。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>same as all norms</source>
        <translation>与所有归一化相同</translation>
    </message>
    <message>
        <source>same as biases</source>
        <translation>与偏置相同</translation>
    </message>
    <message>
        <source>same as weights</source>
        <translation>与权重相同</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>全一</translation>
    </message>
    <message>
        <source>Multiplies the weights</source>
        <translation>权重所乘的倍数</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Re-initialize</source>
        <translation>重新初始化</translation>
    </message>
    <message>
        <source>Replace the file's weights with newly initialized ones</source>
        <translation>用新初始化的权重代替文件的权重</translation>
    </message>
    <message>
        <source>Re-initialize weights</source>
        <translation>重新初始化权重</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>其他…</translation>
    </message>
    <message>
        <source>Load the weights from another file of the same network, for example from another step</source>
        <translation>从同一网络的另一文件载入权重，例如另一训练步的权重</translation>
    </message>
    <message>
        <source>weight file</source>
        <translation>权重文件</translation>
    </message>
    <message>
        <source>weights of</source>
        <translation>权重来自</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>σ&lt;sub&gt;w&lt;/sub&gt;² = fan_in · Var(w); the mark shows the critical value, which preserves small signals</source>
        <translation>σ&lt;sub&gt;w&lt;/sub&gt;² = fan_in · Var(w)；标记为临界值，此时小信号大小不变</translation>
    </message>
    <message>
        <source>Weight initialization</source>
        <translation>权重初始化</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>σ&lt;sub&gt;b&lt;/sub&gt;² = Var(b)</source>
        <translation>σ&lt;sub&gt;b&lt;/sub&gt;² = Var(b)</translation>
    </message>
    <message>
        <source>Bias initialization</source>
        <translation>偏置初始化</translation>
    </message>
    <message>
        <source>The matrix (in every block) whose initialization is set below</source>
        <translation>要在下方设置初始化的矩阵（各块相同）</translation>
    </message>
    <message>
        <source>initialized</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Initialization of a matrix</source>
        <translation>矩阵的初始化</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>loaded from file</source>
        <translation>从文件载入</translation>
    </message>
    <message>
        <source>the Weights figure shows the distribution</source>
        <translation>分布见权重图</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>each matrix has its own scheme</source>
        <translation>各矩阵的方案不同</translation>
    </message>
    <message>
        <source>no biases</source>
        <translation>没有偏置</translation>
    </message>
    <message>
        <source>Weights from a file</source>
        <translation>权重来自文件</translation>
    </message>
    <message>
        <source>Not initialized here: the weights come from a file</source>
        <translation>此处不初始化：权重来自文件</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Read the input from a file of numbers (one sample per row) or a folder of images</source>
        <translation>输入取自数字文件（每行一个样本）或图像文件夹</translation>
    </message>
    <message>
        <source>input from a file</source>
        <translation>输入取自文件</translation>
    </message>
    <message>
        <source>&amp;File of numbers…</source>
        <translation>数字文件(&amp;F)…</translation>
    </message>
    <message>
        <source>F&amp;older of images…</source>
        <translation>图像文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Input from a file</source>
        <translation>输入取自文件</translation>
    </message>
    <message>
        <source>Numbers (*.npy *.csv);;All files (*)</source>
        <translation>数字 (*.npy *.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Input from a folder of images</source>
        <translation>输入取自图像文件夹</translation>
    </message>
    <message>
        <source>Input file</source>
        <translation>输入文件</translation>
    </message>
    <message numerus="yes">
        <source>%1 × %n token(s)</source>
        <translation><numerusform>%1 × %n 个词元</numerusform></translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>均值 %1</translation>
    </message>
    <message>
        <source>std %1</source>
        <translation>标准差 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation><numerusform>%n 个样本</numerusform></translation>
    </message>
    <message>
        <source>&amp;Compare with…</source>
        <translation>比较(&amp;C)…</translation>
    </message>
    <message>
        <source>E&amp;nd comparison</source>
        <translation>结束比较(&amp;N)</translation>
    </message>
    <message>
        <source>F&amp;ilter</source>
        <translation>筛选(&amp;I)</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>读取中…</translation>
    </message>
    <message>
        <source>Mean and ±σ marks</source>
        <translation>均值与 ±σ 标记</translation>
    </message>
    <message>
        <source>distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>theory: mean %1 · std %2</source>
        <translation>理论：均值 %1 · 标准差 %2</translation>
    </message>
    <message>
        <source>mean %1 · std %2</source>
        <translation>均值 %1 · 标准差 %2</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>已训练</translation>
    </message>
    <message>
        <source>from file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>density estimate</source>
        <translation>密度估计</translation>
    </message>
    <message>
        <source>initial distribution</source>
        <translation>初始分布</translation>
    </message>
    <message>
        <source>fraction of entries</source>
        <translation>元素占比</translation>
    </message>
    <message>
        <source>density of log₁₀</source>
        <translation>log₁₀ 的密度</translation>
    </message>
    <message>
        <source>density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>P(%1) = %2</source>
        <translation>P(%1) = %2</translation>
    </message>
    <message>
        <source> · %1 of %2 entries here</source>
        <translation> · 此处 %1/%2 个元素</translation>
    </message>
    <message>
        <source> · density of the distribution %1</source>
        <translation> · 分布密度 %1</translation>
    </message>
    <message>
        <source> · fraction %1</source>
        <translation> · 占比 %1</translation>
    </message>
    <message>
        <source> · density %1</source>
        <translation> · 密度 %1</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全为 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>σ %1 to %2</source>
        <translation>σ %1 至 %2</translation>
    </message>
    <message>
        <source>Expressions</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>σ of matrices with expressions</source>
        <translation>带有表达式的矩阵的 σ</translation>
    </message>
    <message>
        <source>Every number of an initializer may be an expression, such as %1, with the variables %2.</source>
        <translation>初始化的每个数都可以是表达式，如 %1，可用的变量为 %2。</translation>
    </message>
    <message>
        <source>selected layer</source>
        <translation>所选层</translation>
    </message>
    <message>
        <source>Layer or block shown by all figures (← and →)</source>
        <translation>所有图所显示的层或块（← 与 →）</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Clear overrides</source>
        <translation>清除单独设置</translation>
    </message>
    <message>
        <source>Settings of layer %1</source>
        <translation>第 %1 层的设置</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>All layers use the panel's settings</source>
        <translation>所有层使用面板的设置</translation>
    </message>
    <message>
        <source>Lay&amp;outs</source>
        <translation>布局(&amp;U)</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>重命名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Rename layout</source>
        <translation>重命名布局</translation>
    </message>
    <message>
        <source>&amp;Save this layout…</source>
        <translation>保存此布局(&amp;S)…</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Name (an existing layout is replaced):</source>
        <translation>名称（同名布局将被替换）：</translation>
    </message>
    <message>
        <source>&amp;Reset step</source>
        <translation>重置该步(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Exit lesson</source>
        <translation>退出此课</translation>
    </message>
    <message>
        <source>Show &amp;answer</source>
        <translation>显示答案(&amp;A)</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Restore the experiment of this step</source>
        <translation>恢复该步的实验</translation>
    </message>
    <message>
        <source>The previous step, with its experiment</source>
        <translation>上一步及其实验</translation>
    </message>
    <message>
        <source>The next step (Return)</source>
        <translation>下一步（Return）</translation>
    </message>
    <message>
        <source>Exit the lesson (Esc); Undo restores your experiment</source>
        <translation>退出此课（Esc）；撤销可恢复你的实验</translation>
    </message>
    <message>
        <source>The answer to the question</source>
        <translation>问题的答案</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Do&amp;ne</source>
        <translation>完成(&amp;N)</translation>
    </message>
    <message>
        <source>✓ true</source>
        <translation>✓ 成立</translation>
    </message>
    <message>
        <source>– n/a</source>
        <translation>– 无数值</translation>
    </message>
    <message>
        <source>✗ not with these settings</source>
        <translation>✗ 在此设置下不成立</translation>
    </message>
    <message>
        <source>✗ false</source>
        <translation>✗ 不成立</translation>
    </message>
    <message>
        <source>**Question:** %1</source>
        <translation>**问题：**%1</translation>
    </message>
    <message>
        <source>**Answer:** %1</source>
        <translation>**答案：**%1</translation>
    </message>
    <message>
        <source>Hide &amp;answer</source>
        <translation>隐藏答案(&amp;A)</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>All &amp;lessons…</source>
        <translation>全部课程(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation>打开课程(&amp;O)…</translation>
    </message>
    <message>
        <source>Export &amp;handout…</source>
        <translation>导出讲义(&amp;H)…</translation>
    </message>
    <message>
        <source>Export the current lesson as pages with pictures</source>
        <translation>把当前的课导出为带图的页面</translation>
    </message>
    <message>
        <source>Copy &amp;formula as LaTeX</source>
        <translation>把公式复制为 LaTeX(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Save answers…</source>
        <translation>保存答案(&amp;S)…</translation>
    </message>
    <message>
        <source>Save your answers to the exercises as a table (CSV), without your name</source>
        <translation>把你对练习的回答存为表（CSV），不含姓名</translation>
    </message>
    <message>
        <source>&amp;Add current view as a step…</source>
        <translation>把当前视图加为一步(&amp;A)…</translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Folder for the handout</source>
        <translation>讲义的文件夹</translation>
    </message>
    <message>
        <source>Could not write the handout</source>
        <translation>无法写入讲义</translation>
    </message>
    <message>
        <source>Running the lesson…</source>
        <translation>正在运行该课…</translation>
    </message>
    <message>
        <source>Writing the handout…</source>
        <translation>正在写讲义…</translation>
    </message>
    <message>
        <source>Save answers</source>
        <translation>保存答案</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表 (*.csv)</translation>
    </message>
    <message>
        <source>Could not save the answers</source>
        <translation>无法保存答案</translation>
    </message>
    <message>
        <source>Added to %1</source>
        <translation>已加入 %1</translation>
    </message>
    <message>
        <source>Could not add the step</source>
        <translation>无法加入该步</translation>
    </message>
    <message>
        <source>%1 is not a lesson</source>
        <translation>%1 不是课程文件</translation>
    </message>
    <message>
        <source>about %1 min</source>
        <translation>约 %1 分钟</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation><numerusform>%n 步</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n exercise(s)</source>
        <translation><numerusform>%n 个练习</numerusform></translation>
    </message>
    <message>
        <source>✓ done</source>
        <translation>✓ 已完成</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n step(s)</source>
        <translation><numerusform>%1/%n 步</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n exercise(s) solved</source>
        <translation><numerusform>已解出 %1/%n 个练习</numerusform></translation>
    </message>
    <message>
        <source>No lesson has these words.</source>
        <translation>没有课含有这些词。</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>Search titles, summaries and steps</source>
        <translation>搜索标题、概要和各步</translation>
    </message>
    <message>
        <source>Search lessons</source>
        <translation>搜索课程</translation>
    </message>
    <message>
        <source>Continue: %1, step %2 of %3</source>
        <translation>继续：%1，第 %2 步，共 %3 步</translation>
    </message>
    <message>
        <source>Next lesson: %1</source>
        <translation>下一课：%1</translation>
    </message>
    <message>
        <source>The lesson runs step by step above the figures</source>
        <translation>课程在图上方逐步进行</translation>
    </message>
    <message>
        <source>Recent lesson files</source>
        <translation>最近打开的课文件</translation>
    </message>
    <message>
        <source>progress of %1</source>
        <translation>%1的进度</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Start again: %1</source>
        <translation>重新开始：%1</translation>
    </message>
    <message>
        <source>From the first step; forgets which steps you saw</source>
        <translation>从第一步开始，并忘记看过哪些步</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue: %1</source>
        <translation>继续：%1</translation>
    </message>
    <message>
        <source>At step %1 of %2</source>
        <translation>在第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start: %1</source>
        <translation>开始：%1</translation>
    </message>
    <message>
        <source>From the first step</source>
        <translation>从第一步开始</translation>
    </message>
    <message>
        <source>Add current view as a step</source>
        <translation>把当前视图加为一步</translation>
    </message>
    <message>
        <source>Lesson to which the step is added; a new name creates a new lesson</source>
        <translation>要加入该步的课；输入新名称则新建一课</translation>
    </message>
    <message>
        <source>Choose a lesson or enter a new name</source>
        <translation>选择一课或输入新名称</translation>
    </message>
    <message>
        <source>A short title, above the text</source>
        <translation>正文上方的短标题</translation>
    </message>
    <message>
        <source>Two to five sentences, in Markdown; {signal(depth)} inserts a number from the study</source>
        <translation>Markdown 格式，两到五句；{signal(depth)} 会插入研究中的一个数</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>文本(&amp;X)</translation>
    </message>
    <message>
        <source>The step also stores the experiment, the arrangement of figures, the selected layer, the training step and the control that you changed last.</source>
        <translation>该步还保存实验、图的排列、所选层、训练步以及你最后改动的控件。</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message numerus="yes">
        <source>preview of %1 × %n token(s) · %2 ms</source>
        <translation><numerusform>%1 × %n 个词元的预览 · %2 ms</numerusform></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Search all pages (Ctrl+F)</source>
        <translation>在所有页中搜索（Ctrl+F）</translation>
    </message>
    <message>
        <source>contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Pages and their sections</source>
        <translation>各页及其章节</translation>
    </message>
    <message>
        <source>back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Previous page (Alt+←)</source>
        <translation>上一页（Alt+←）</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Next page (Alt+→)</source>
        <translation>下一页（Alt+→）</translation>
    </message>
    <message>
        <source>%1 of one expert</source>
        <translation>单个专家的%1</translation>
    </message>
    <message>
        <source>expert %1</source>
        <translation>专家 %1</translation>
    </message>
    <message>
        <source>All modules</source>
        <translation>所有模块</translation>
    </message>
    <message>
        <source>Linear and convolution</source>
        <translation>线性层与卷积</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Normalizations</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Outputs of blocks</source>
        <translation>块的输出</translation>
    </message>
    <message>
        <source>no output of a whole block is recorded</source>
        <translation>没有记录整个块的输出</translation>
    </message>
    <message>
        <source>no module of this kind in this model</source>
        <translation>这个模型没有这种模块</translation>
    </message>
    <message>
        <source>no modules were recorded</source>
        <translation>没有记录任何模块</translation>
    </message>
    <message>
        <source>module in the order of execution, by block</source>
        <translation>按执行顺序排列的模块，按块分组</translation>
    </message>
    <message>
        <source>module in the order of execution</source>
        <translation>按执行顺序排列的模块</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Clear activation overrides</source>
        <translation>清除激活函数的单独设置</translation>
    </message>
    <message>
        <source>Clear weight overrides</source>
        <translation>清除权重的单独设置</translation>
    </message>
    <message>
        <source>Clear bias overrides</source>
        <translation>清除偏置的单独设置</translation>
    </message>
    <message>
        <source>These override this setting. Click to remove all of these overrides.</source>
        <translation>它们覆盖此处的设置。单击可移除这些单独设置。</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>not available for this kind of network</source>
        <translation>此类网络没有这张图</translation>
    </message>
    <message>
        <source>%1 to %2 of %3</source>
        <translation>%3 中的 %1 到 %2</translation>
    </message>
    <message>
        <source>page of %1 × %2 mm</source>
        <translation>%1 × %2 毫米的页面</translation>
    </message>
    <message>
        <source>%1, sharp at any size</source>
        <translation>%1，任意大小都清晰</translation>
    </message>
    <message>
        <source>preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>What will be written, drawn smaller</source>
        <translation>将要写出的内容，缩小绘制</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>There is no pin: press Ctrl+P to pin the current experiment</source>
        <translation>没有固定的实验：按 Ctrl+P 可固定当前实验</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Animate a parameter</source>
        <translation>播放参数动画(&amp;A)</translation>
    </message>
    <message>
        <source>Present &amp;full screen</source>
        <translation>全屏演示(&amp;F)</translation>
    </message>
    <message>
        <source>Speaker's &amp;notes</source>
        <translation>讲者备注(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Toggle pinned / current</source>
        <translation>切换固定项与当前实验(&amp;T)</translation>
    </message>
    <message>
        <source>What to present</source>
        <translation>演示的内容</translation>
    </message>
    <message>
        <source>Controls</source>
        <translation>控件</translation>
    </message>
    <message>
        <source>automatic: those used last</source>
        <translation>自动：最近使用的</translation>
    </message>
    <message>
        <source>A figure of the presentation; the first is at the top left</source>
        <translation>演示中的图；第一张在左上方</translation>
    </message>
    <message>
        <source>figure %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>Fraction of the area; fractions that do not add up to 100% are scaled</source>
        <translation>面积的份额；总和不为 100% 时按比例缩放</translation>
    </message>
    <message>
        <source>fraction of figure %1</source>
        <translation>图 %1 的份额</translation>
    </message>
    <message>
        <source>Figure %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>automatic: the one changed last</source>
        <translation>自动：最近改变的</translation>
    </message>
    <message>
        <source>A parameter that has a control in the presentation</source>
        <translation>在演示中带有控件的参数</translation>
    </message>
    <message>
        <source>parameter %1</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>values of parameter %1</source>
        <translation>参数 %1 的取值</translation>
    </message>
    <message>
        <source>Control %1</source>
        <translation>控件 %1</translation>
    </message>
    <message>
        <source>A figure is chosen twice.</source>
        <translation>同一张图选了两次。</translation>
    </message>
    <message>
        <source>A parameter is chosen twice.</source>
        <translation>同一个参数选了两次。</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Search titles, sentences and sources</source>
        <translation>搜索标题、说明和出处</translation>
    </message>
    <message>
        <source>Search presets</source>
        <translation>搜索预设</translation>
    </message>
    <message>
        <source>No preset has these words.</source>
        <translation>没有预设含有这些词。</translation>
    </message>
    <message>
        <source>Captures of PyTorch models</source>
        <translation>PyTorch 模型的捕获</translation>
    </message>
    <message>
        <source>A capture of a PyTorch model with a fault.</source>
        <translation>有一个错误的 PyTorch 模型的捕获。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Up to %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>Figures of a capture</source>
        <translation>捕获的图</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>%1 is not an object.</source>
        <translation>%1 不是对象。</translation>
    </message>
    <message>
        <source>%1 must have exactly one of tabs, row or column.</source>
        <translation>%1 须恰有 tabs、row、column 之一。</translation>
    </message>
    <message>
        <source>%1.share must be a number above 0.</source>
        <translation>%1.share 须为大于 0 的数。</translation>
    </message>
    <message>
        <source>%1.front must be one of its tabs.</source>
        <translation>%1.front 须为其 tabs 之一。</translation>
    </message>
    <message>
        <source>%1.tabs: “%2” appears twice.</source>
        <translation>%1.tabs：“%2”在此重复出现。</translation>
    </message>
    <message>
        <source>%1 is nested too deeply: at most %2 levels are allowed.</source>
        <translation>%1 嵌套过深：最多 %2 层。</translation>
    </message>
    <message>
        <source>%1.%2 must be a list of parts.</source>
        <translation>%1.%2 须为由各部分组成的列表。</translation>
    </message>
    <message>
        <source>%1 must be a list of figure names.</source>
        <translation>%1 须为图名的列表。</translation>
    </message>
    <message>
        <source>%1 has no member “%2”; it may have %3.</source>
        <translation>%1 没有成员“%2”，可以有 %3。</translation>
    </message>
    <message>
        <source>the layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>hidden: “%1” is not in any part.</source>
        <translation>hidden：“%1”不在任何部分中。</translation>
    </message>
    <message>
        <source>enlarged must be a figure that is in a part and is not hidden.</source>
        <translation>enlarged 须为某个部分中未隐藏的图。</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在写出报告…</translation>
    </message>
    <message>
        <source>Could not write the report</source>
        <translation>无法写出报告</translation>
    </message>
    <message>
        <source>The report can be written when everything is computed.</source>
        <translation>全部计算完成后才能写出报告。</translation>
    </message>
    <message>
        <source>Write report</source>
        <translation>写出报告</translation>
    </message>
    <message>
        <source>Page (*.html);;Document (*.pdf)</source>
        <translation>网页 (*.html);;文档 (*.pdf)</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Attention entropy by module</source>
        <translation>各模块的注意力熵</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>%1 of %2 not finite</source>
        <translation>%2 个中有 %1 个非有限</translation>
    </message>
    <message>
        <source>output RMS %1</source>
        <translation>输出 RMS %1</translation>
    </message>
    <message>
        <source>gradient RMS %1</source>
        <translation>梯度 RMS %1</translation>
    </message>
    <message>
        <source>RMS %1</source>
        <translation>RMS %1</translation>
    </message>
    <message>
        <source>update ratio %1</source>
        <translation>更新比 %1</translation>
    </message>
    <message>
        <source>loss not finite</source>
        <translation>损失非有限</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>%1, ln %2 = %3</source>
        <translation>%1，ln %2 = %3</translation>
    </message>
    <message>
        <source>training mode</source>
        <translation>训练模式</translation>
    </message>
    <message>
        <source>evaluation mode</source>
        <translation>评估模式</translation>
    </message>
    <message>
        <source>batch of %1</source>
        <translation>批次大小 %1</translation>
    </message>
    <message>
        <source>Distribution of the selected module</source>
        <translation>所选模块的分布</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Findings of the capture</source>
        <translation>这个捕获的诊断</translation>
    </message>
    <message>
        <source>Number formats by module</source>
        <translation>各模块的数值格式</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>Zeros, saturated and dead units by module</source>
        <translation>各模块的零、饱和与死亡神经元</translation>
    </message>
    <message>
        <source>Dead &amp; saturated</source>
        <translation>死亡与饱和</translation>
    </message>
    <message>
        <source>Modules by block and role</source>
        <translation>按块和角色排列的模块</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>张量图</translation>
    </message>
    <message>
        <source>Signal and gradient by module</source>
        <translation>各模块的信号与梯度</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Singular values of the selected parameter</source>
        <translation>所选参数的奇异值</translation>
    </message>
    <message>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>Updates by step</source>
        <translation>逐步的更新</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>max |x|</source>
        <translation>最大 |x|</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>死亡</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <source>min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>singular value</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>trainable</source>
        <translation>可训练</translation>
    </message>
    <message>
        <source>σ over</source>
        <translation>σ 与</translation>
    </message>
    <message>
        <source>recipe's</source>
        <translation>配方之比</translation>
    </message>
    <message>
        <source>Table of modules and parameters</source>
        <translation>模块与参数表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>RMS against width</source>
        <translation>RMS 与宽度</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Entries of the selected tensor</source>
        <translation>所选张量的元素</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Findings of the checkpoint</source>
        <translation>检查点的诊断</translation>
    </message>
    <message>
        <source>Rows and columns of the selected tensor</source>
        <translation>所选张量的行与列</translation>
    </message>
    <message>
        <source>Rows and columns</source>
        <translation>行与列</translation>
    </message>
    <message>
        <source>Tensors by block and role</source>
        <translation>各块各角色的张量</translation>
    </message>
    <message>
        <source>Singular values of the selected tensor</source>
        <translation>所选张量的奇异值</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>no recipe</source>
        <translation>无配方</translation>
    </message>
    <message>
        <source>recipe's σ</source>
        <translation>配方的 σ</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>kurtosis</source>
        <translation>峰度</translation>
    </message>
    <message>
        <source>Table of tensors</source>
        <translation>张量表</translation>
    </message>
    <message>
        <source> per %1</source>
        <translation>（每%1）</translation>
    </message>
    <message>
        <source>exponent %1</source>
        <translation>指数 %1</translation>
    </message>
    <message>
        <source>×%1%2, slope of log₁₀ %3</source>
        <translation>×%1%2，log₁₀ 斜率 %3</translation>
    </message>
    <message>
        <source>slope %1 per decade</source>
        <translation>斜率 %1（每十倍）</translation>
    </message>
    <message>
        <source>slope %1 points%2</source>
        <translation>斜率 %1 个百分点%2</translation>
    </message>
    <message>
        <source>slope %1%2</source>
        <translation>斜率 %1%2</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1, largest %2</source>
        <translation>%1，最大 %2</translation>
    </message>
    <message>
        <source>smallest normal %1</source>
        <translation>最小规格化数 %1</translation>
    </message>
    <message>
        <source>%1, smallest %2</source>
        <translation>%1，最小 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1: Wasserstein distance %2 σ, std ratio %3</source>
        <translation>%1：Wasserstein 距离 %2 σ，标准差之比 %3</translation>
    </message>
    <message>
        <source>%1: Wasserstein distance %2 decades</source>
        <translation>%1：Wasserstein 距离 %2 个数量级</translation>
    </message>
    <message>
        <source>level</source>
        <translation>持平</translation>
    </message>
    <message>
        <source>non-monotonic</source>
        <translation>非单调</translation>
    </message>
    <message>
        <source>rises</source>
        <translation>上升</translation>
    </message>
    <message>
        <source>falls</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>%1 from %2 to %3, %4</source>
        <translation>%1 从 %2 到 %3，%4</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation><numerusform>%n 行</numerusform></translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>条形图</translation>
    </message>
    <message>
        <source>Box plots</source>
        <translation>箱线图</translation>
    </message>
    <message>
        <source>Cells by layer</source>
        <translation>各单元格的逐层曲线</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1（%2/%3）</translation>
    </message>
    <message>
        <source>below: </source>
        <translation>下方：</translation>
    </message>
    <message>
        <source>%1 of %2 in each group</source>
        <translation>每组显示 %2 个中的 %1 个</translation>
    </message>
    <message>
        <source>%1 more, from dark to light</source>
        <translation>另有 %1 个，由深到浅</translation>
    </message>
    <message>
        <source>mean of the output</source>
        <translation>输出的均值</translation>
    </message>
    <message>
        <source>std of the output</source>
        <translation>输出的标准差</translation>
    </message>
    <message>
        <source>RMS of the output</source>
        <translation>输出的 RMS</translation>
    </message>
    <message>
        <source>RMS of the preactivation</source>
        <translation>预激活值的 RMS</translation>
    </message>
    <message>
        <source>RMS of the gradient</source>
        <translation>梯度的 RMS</translation>
    </message>
    <message>
        <source>outside the floating-point range</source>
        <translation>超出浮点数的范围</translation>
    </message>
    <message>
        <source>beyond a linear axis</source>
        <translation>超出线性轴</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>为零</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source> (theory %1)</source>
        <translation>（理论 %1）</translation>
    </message>
    <message>
        <source>Mean and std by layer of each cell</source>
        <translation>每个单元格各层的均值与标准差</translation>
    </message>
    <message>
        <source>Mean and std</source>
        <translation>均值与标准差</translation>
    </message>
    <message>
        <source>every cell</source>
        <translation>所有单元格</translation>
    </message>
    <message>
        <source>c in %1</source>
        <translation>%1 中的 c</translation>
    </message>
    <message>
        <source>weight variance $σ_w²$</source>
        <translation>权重方差 $σ_w²$</translation>
    </message>
    <message>
        <source>weight std $σ$</source>
        <translation>权重的标准差 $σ$</translation>
    </message>
    <message>
        <source>weight gain</source>
        <translation>权重的增益</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>bias variance $σ_b²$</source>
        <translation>偏置方差 $σ_b²$</translation>
    </message>
    <message>
        <source>bias std $σ$</source>
        <translation>偏置的标准差 $σ$</translation>
    </message>
    <message>
        <source>input std</source>
        <translation>输入标准差</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation>，另有 %1 个</translation>
    </message>
    <message>
        <source>, ± 1 σ over replicas</source>
        <translation>，副本间 ± 1 σ</translation>
    </message>
    <message>
        <source>needs replicas &gt; 1</source>
        <translation>需要副本数 &gt; 1</translation>
    </message>
    <message>
        <source>no data in any cell</source>
        <translation>所有单元格均无数据</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>unbounded</source>
        <translation>无界</translation>
    </message>
    <message>
        <source>not on a logarithmic axis</source>
        <translation>不在对数轴上</translation>
    </message>
    <message>
        <source> · theory </source>
        <translation> · 理论 </translation>
    </message>
    <message>
        <source>stability</source>
        <translation>稳定性</translation>
    </message>
    <message>
        <source>last</source>
        <translation>末层</translation>
    </message>
    <message>
        <source>first/last</source>
        <translation>首层/末层</translation>
    </message>
    <message>
        <source>last RMS</source>
        <translation>末层 RMS</translation>
    </message>
    <message>
        <source>last std</source>
        <translation>末层标准差</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>Table of cells</source>
        <translation>单元格表</translation>
    </message>
    <message>
        <source>Weights of each cell</source>
        <translation>每个单元格的权重</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Activations over depth</source>
        <translation>沿深度的激活值</translation>
    </message>
    <message>
        <source>Attention by block and head</source>
        <translation>各块各头的注意力</translation>
    </message>
    <message>
        <source>Attention map</source>
        <translation>注意力图</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>第 %1 块</translation>
    </message>
    <message>
        <source> · not measured</source>
        <translation> · 未测量</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>heads %1 to %2</source>
        <translation>头 %1 到 %2</translation>
    </message>
    <message>
        <source>ln T %1</source>
        <translation>ln T %1</translation>
    </message>
    <message>
        <source>logit RMS</source>
        <translation>logit RMS</translation>
    </message>
    <message>
        <source>std over keys</source>
        <translation>键上的标准差</translation>
    </message>
    <message>
        <source>largest logit %1</source>
        <translation>最大 logit %1</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Preactivations by layer</source>
        <translation>各层的预激活值</translation>
    </message>
    <message>
        <source>Preactivations</source>
        <translation>预激活值</translation>
    </message>
    <message>
        <source>Stream RMS</source>
        <translation>残差流 RMS</translation>
    </message>
    <message>
        <source>RMS of the stream</source>
        <translation>残差流的 RMS</translation>
    </message>
    <message>
        <source>Gradient RMS at the stream</source>
        <translation>残差流处的梯度 RMS</translation>
    </message>
    <message>
        <source>gradient RMS at the stream</source>
        <translation>残差流处的梯度 RMS</translation>
    </message>
    <message>
        <source>Attention entropy, relative to that of uniform attention</source>
        <translation>注意力熵，相对均匀注意力</translation>
    </message>
    <message>
        <source>entropy / ln of the number of visible keys</source>
        <translation>熵 / ln 可见键数</translation>
    </message>
    <message>
        <source>Attention logits, RMS</source>
        <translation>注意力 logit 的 RMS</translation>
    </message>
    <message>
        <source>RMS of attention logits</source>
        <translation>注意力 logit 的 RMS</translation>
    </message>
    <message>
        <source>Similarity of tokens</source>
        <translation>词元的相似度</translation>
    </message>
    <message>
        <source>mean cosine between two tokens</source>
        <translation>两个词元的平均余弦</translation>
    </message>
    <message>
        <source>Longest memory of the scan</source>
        <translation>扫描的最长记忆</translation>
    </message>
    <message>
        <source>longest time constant, tokens</source>
        <translation>最长时间常数（词元）</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Correlation by layer</source>
        <translation>各层的相关系数</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>相关系数</translation>
    </message>
    <message>
        <source>Experts by block</source>
        <translation>各块的专家</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>length is preserved</source>
        <translation>长度不变</translation>
    </message>
    <message>
        <source>length shrinks to 0</source>
        <translation>长度缩小到 0</translation>
    </message>
    <message>
        <source>length grows without bound</source>
        <translation>长度无限增长</translation>
    </message>
    <message>
        <source>q* %1</source>
        <translation>q* %1</translation>
    </message>
    <message>
        <source>input q %1 outside the basin q &lt; %2</source>
        <translation>输入 q %1 在吸引域 q &lt; %2 之外</translation>
    </message>
    <message>
        <source>input q %1 in the basin %2 &lt; q &lt; %3</source>
        <translation>输入 q %1 在吸引域 %2 &lt; q &lt; %3 之内</translation>
    </message>
    <message>
        <source>input q %1 in the basin q &lt; %2</source>
        <translation>输入 q %1 在吸引域 q &lt; %2 之内</translation>
    </message>
    <message>
        <source>input q %1 in the basin q &gt; %2</source>
        <translation>输入 q %1 在吸引域 q &gt; %2 之内</translation>
    </message>
    <message>
        <source>angles are preserved</source>
        <translation>夹角不变</translation>
    </message>
    <message>
        <source>c → 1 · $ξ_c$ none (algebraic)</source>
        <translation>c → 1 · $ξ_c$ 无（代数收敛）</translation>
    </message>
    <message>
        <source>c* %1 · $ξ_c$ %2</source>
        <translation>c* %1 · $ξ_c$ %2</translation>
    </message>
    <message>
        <source>stable</source>
        <translation>稳定</translation>
    </message>
    <message>
        <source>unstable</source>
        <translation>不稳定</translation>
    </message>
    <message>
        <source>half-stable</source>
        <translation>半稳定</translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>after: %1</source>
        <translation>修复后：%1</translation>
    </message>
    <message>
        <source>dead units</source>
        <translation>死亡神经元</translation>
    </message>
    <message>
        <source>attention entropy / ln T</source>
        <translation>注意力熵 / ln T</translation>
    </message>
    <message>
        <source>gradient ratio</source>
        <translation>梯度比</translation>
    </message>
    <message>
        <source>findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Number formats by layer</source>
        <translation>各层的数值格式</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>step t = %1 of T = %2 · width %3 · %4</source>
        <translation>第 t = %1 步，共 T = %2 步 · 宽度 %3 · %4</translation>
    </message>
    <message>
        <source>block l = %1 of L = %2 · width %3 · %4</source>
        <translation>第 l = %1 块，共 L = %2 块 · 宽度 %3 · %4</translation>
    </message>
    <message numerus="yes">
        <source>layer l = %1 of L = %2 · %3 → %n unit(s) · %4 · %5</source>
        <translation><numerusform>第 l = %1 层，共 L = %2 层 · %3 → %n 个神经元 · %4 · %5</numerusform></translation>
    </message>
    <message>
        <source>Worked equations</source>
        <translation>公式代入</translation>
    </message>
    <message>
        <source>Equations</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Dead and saturated units by layer</source>
        <translation>各层的死亡与饱和神经元</translation>
    </message>
    <message>
        <source>Dead, saturated</source>
        <translation>死亡、饱和</translation>
    </message>
    <message>
        <source>Gain calculator</source>
        <translation>增益计算器</translation>
    </message>
    <message>
        <source>Gains vs. signal scale</source>
        <translation>增益与信号大小</translation>
    </message>
    <message>
        <source>Gains</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Gates by step</source>
        <translation>各步的门</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>门</translation>
    </message>
    <message>
        <source>Gradient by block and role</source>
        <translation>各块各角色的梯度</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>%1, bias</source>
        <translation>%1的偏置</translation>
    </message>
    <message>
        <source>theory %1</source>
        <translation>理论 %1</translation>
    </message>
    <message>
        <source>preactivation</source>
        <translation>预激活值</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>Logits of the head</source>
        <translation>输出头的 logit</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>Length and correlation maps</source>
        <translation>长度与相关系数映射</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>Memory of the selected block</source>
        <translation>所选块的记忆</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message numerus="yes">
        <source>preview of %1 of %n token(s)</source>
        <translation><numerusform>%n 个词元中 %1 个的预览</numerusform></translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>all zero</source>
        <translation>全为零</translation>
    </message>
    <message>
        <source>Phase diagram</source>
        <translation>相图</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>相图</translation>
    </message>
    <message>
        <source>length grows</source>
        <translation>长度增长</translation>
    </message>
    <message>
        <source>edge of the basin</source>
        <translation>吸引域边界</translation>
    </message>
    <message>
        <source>χ₁ = 1</source>
        <translation>χ₁ = 1</translation>
    </message>
    <message>
        <source> (mean-field theory does not hold for it)</source>
        <translation>（平均场理论对其不成立）</translation>
    </message>
    <message>
        <source> · σ_w² %1 →</source>
        <translation> · σ_w² %1 →</translation>
    </message>
    <message>
        <source> · σ_b² %1 ↑</source>
        <translation> · σ_b² %1 ↑</translation>
    </message>
    <message>
        <source>σ_w² %1 · σ_b² %2</source>
        <translation>σ_w² %1 · σ_b² %2</translation>
    </message>
    <message>
        <source> · theory: %1</source>
        <translation> · 理论：%1</translation>
    </message>
    <message>
        <source>$σ_w²$ %1 · $σ_b²$ %2</source>
        <translation>$σ_w²$ %1 · $σ_b²$ %2</translation>
    </message>
    <message>
        <source> (layer %1 differs)</source>
        <translation>（第 %1 层有单独设置）</translation>
    </message>
    <message>
        <source>χ₁ %1</source>
        <translation>χ₁ %1</translation>
    </message>
    <message>
        <source> · χ₁ %1</source>
        <translation> · χ₁ %1</translation>
    </message>
    <message>
        <source> · ξ_c %1 layers</source>
        <translation> · ξ_c %1 层</translation>
    </message>
    <message>
        <source>cell state</source>
        <translation>细胞状态</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>Rounding error by layer</source>
        <translation>各层的舍入误差</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>舍入误差</translation>
    </message>
    <message>
        <source>Signal and gradient by layer</source>
        <translation>各层的信号与梯度</translation>
    </message>
    <message>
        <source>Signal and gradient</source>
        <translation>信号与梯度</translation>
    </message>
    <message>
        <source>the %1 output</source>
        <translation>%1的输出</translation>
    </message>
    <message>
        <source>via %1</source>
        <translation>经%1</translation>
    </message>
    <message>
        <source>the gradient via %1</source>
        <translation>经%1的梯度</translation>
    </message>
    <message>
        <source>%1 output</source>
        <translation>%1的输出</translation>
    </message>
    <message>
        <source>the gradient at the %1 output</source>
        <translation>%1输出处的梯度</translation>
    </message>
    <message>
        <source>signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>the gain of a %1</source>
        <translation>每%1的增益</translation>
    </message>
    <message>
        <source>%1, from the start</source>
        <translation>%1，从起点算</translation>
    </message>
    <message>
        <source>%1, to the end</source>
        <translation>%1，到终点</translation>
    </message>
    <message>
        <source>the %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>the gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>channel means</source>
        <translation>通道均值</translation>
    </message>
    <message>
        <source>fraction of the stream in channel means</source>
        <translation>残差流中通道均值所占的比例</translation>
    </message>
    <message>
        <source>a norm</source>
        <translation>归一化层</translation>
    </message>
    <message>
        <source>theory: $s_max$ %1</source>
        <translation>理论：$s_max$ %1</translation>
    </message>
    <message>
        <source>$s_max$ %1</source>
        <translation>$s_max$ %1</translation>
    </message>
    <message>
        <source>$s_max$ %1 (theory at step 0: %2)</source>
        <translation>$s_max$ %1（第 0 步的理论值 %2）</translation>
    </message>
    <message>
        <source>$s_max$ %1 (theory %2)</source>
        <translation>$s_max$ %1（理论 %2）</translation>
    </message>
    <message>
        <source>the singular value is zero</source>
        <translation>奇异值为零</translation>
    </message>
    <message>
        <source>all %1 singular values are zero</source>
        <translation>全部 %1 个奇异值为零</translation>
    </message>
    <message>
        <source>%1 of %2 are exactly 0</source>
        <translation>%2 个中 %1 个恰为 0</translation>
    </message>
    <message>
        <source>theory: %1 are exactly 0</source>
        <translation>理论：%1 恰为 0</translation>
    </message>
    <message>
        <source>assuming circular padding</source>
        <translation>按循环填充计</translation>
    </message>
    <message>
        <source>theory assumes circular padding</source>
        <translation>理论按循环填充计</translation>
    </message>
    <message>
        <source>%1 of %2 frequencies</source>
        <translation>%1/%2 个频率</translation>
    </message>
    <message>
        <source> as an operator</source>
        <translation>（作为算子）</translation>
    </message>
    <message>
        <source>singular value of ∂h%1/∂h₀</source>
        <translation>∂h%1/∂h₀ 的奇异值</translation>
    </message>
    <message>
        <source>singular value · %1</source>
        <translation>奇异值 · %1</translation>
    </message>
    <message>
        <source>singular value of W%1</source>
        <translation>W%1 的奇异值</translation>
    </message>
    <message>
        <source>singular value of ∂x%1/∂x%2</source>
        <translation>∂x%1/∂x%2 的奇异值</translation>
    </message>
    <message>
        <source>singular value of ∂x%1/∂x₀</source>
        <translation>∂x%1/∂x₀ 的奇异值</translation>
    </message>
    <message>
        <source>more than 2048 rows or columns: not computed</source>
        <translation>超过 2048 行或列：未计算</translation>
    </message>
    <message>
        <source>all values are zero: a logarithmic axis shows none</source>
        <translation>所有值均为零：对数轴无法显示</translation>
    </message>
    <message>
        <source>no value is in the floating-point range</source>
        <translation>所有值都超出可表示范围</translation>
    </message>
    <message>
        <source>theory: all are %1</source>
        <translation>理论：均为 %1</translation>
    </message>
    <message>
        <source>theory: %1 are exactly %2</source>
        <translation>理论：%1 恰为 %2</translation>
    </message>
    <message>
        <source>%1 of %2 are off the scale</source>
        <translation>%2 个中有 %1 个超出可表示范围</translation>
    </message>
    <message>
        <source>mean of s²</source>
        <translation>s² 的均值</translation>
    </message>
    <message>
        <source>variance of s²</source>
        <translation>s² 的方差</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Spectral norm</source>
        <translation>谱范数</translation>
    </message>
    <message>
        <source>‖W‖₂ over √(fan_out/fan_in)</source>
        <translation>‖W‖₂ / √(fan_out/fan_in)</translation>
    </message>
    <message>
        <source>Spectral norm of a step</source>
        <translation>一步的谱范数</translation>
    </message>
    <message>
        <source>‖ΔW‖₂ over √(fan_out/fan_in)</source>
        <translation>‖ΔW‖₂ / √(fan_out/fan_in)</translation>
    </message>
    <message>
        <source>Spectral norm of the total change</source>
        <translation>总变化的谱范数</translation>
    </message>
    <message>
        <source>‖W − W₀‖₂ over √(fan_out/fan_in)</source>
        <translation>‖W − W₀‖₂ / √(fan_out/fan_in)</translation>
    </message>
    <message>
        <source>Stable rank</source>
        <translation>稳定秩</translation>
    </message>
    <message>
        <source>stable rank of W</source>
        <translation>W 的稳定秩</translation>
    </message>
    <message>
        <source>Stable rank of a step</source>
        <translation>一步的稳定秩</translation>
    </message>
    <message>
        <source>stable rank of ΔW</source>
        <translation>ΔW 的稳定秩</translation>
    </message>
    <message>
        <source>Stable rank of the total change</source>
        <translation>总变化的稳定秩</translation>
    </message>
    <message>
        <source>stable rank of W − W₀</source>
        <translation>W − W₀ 的稳定秩</translation>
    </message>
    <message>
        <source>Nearest units</source>
        <translation>最近的神经元</translation>
    </message>
    <message>
        <source>distance between the two nearest units</source>
        <translation>最近两个神经元的距离</translation>
    </message>
    <message>
        <source>Gradients of the nearest units</source>
        <translation>最近神经元的梯度</translation>
    </message>
    <message>
        <source>distance between their gradients</source>
        <translation>最近两个神经元的梯度之间的距离</translation>
    </message>
    <message>
        <source>Training curves</source>
        <translation>训练曲线</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>expressions</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>Weights of the selected layer</source>
        <translation>所选层的权重</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>%1 到 %2 之间</translation>
    </message>
    <message>
        <source>%1, constant</source>
        <translation>%1，常数</translation>
    </message>
    <message>
        <source>every entry is %1</source>
        <translation>每个元素都是 %1</translation>
    </message>
    <message>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <source>recipe %1</source>
        <translation>配方 %1</translation>
    </message>
    <message>
        <source>ratio %1</source>
        <translation>比值 %1</translation>
    </message>
    <message>
        <source>‖ΔW‖/‖W‖ %1</source>
        <translation>‖ΔW‖/‖W‖ %1</translation>
    </message>
    <message>
        <source>‖ΔW‖₂/√(fan_out/fan_in) %1</source>
        <translation>‖ΔW‖₂/√(fan_out/fan_in) %1</translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation>余弦 %1</translation>
    </message>
    <message>
        <source> Follows its recipe</source>
        <translation> 符合配方</translation>
    </message>
    <message>
        <source> Deviates</source>
        <translation> 偏离配方</translation>
    </message>
    <message>
        <source> Trained</source>
        <translation> 已训练</translation>
    </message>
    <message>
        <source> No recipe</source>
        <translation> 无配方</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation><numerusform>%n 个张量</numerusform></translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>相对 %1</translation>
    </message>
    <message>
        <source>Previous lesson: %1</source>
        <translation>上一课：%1</translation>
    </message>
    <message>
        <source>How to initialize neural networks</source>
        <translation>如何初始化神经网络</translation>
    </message>
    <message>
        <source>Lessons with figures whose settings can be changed. Everything works without an account, and nothing is sent anywhere.</source>
        <translation>图中设置可以改变的课程。无需账号，不向任何地方发送数据。</translation>
    </message>
    <message>
        <source>Question: %1</source>
        <translation>问题：%1</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>显示答案</translation>
    </message>
    <message>
        <source>Figure %1. </source>
        <translation>图 %1：</translation>
    </message>
    <message>
        <source>Predict first: draw the shape of the distribution on the figure, then compare it with theory.</source>
        <translation>先预测：在图上画出分布的形状，再与理论比较。</translation>
    </message>
    <message>
        <source>Predict first: draw the curve “%1” on the figure, then compare it with theory.</source>
        <translation>先预测：在图上画出曲线“%1”，再与理论比较。</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>揭示</translation>
    </message>
    <message>
        <source>Predict again</source>
        <translation>重新预测</translation>
    </message>
    <message>
        <source>%1 of %2 points are within the band of theory (%3%).</source>
        <translation>%2 个点中有 %1 个落在理论带内（%3%）。</translation>
    </message>
    <message>
        <source>Your shape differs from theory by %1% of its area; the peak is %2% of the width away.</source>
        <translation>所画形状与理论相差其面积的 %1%；峰的位置相差宽度的 %2%。</translation>
    </message>
    <message>
        <source>Point %1 of %2: %3% of the height</source>
        <translation>第 %1 个点，共 %2 个：高度的 %3%</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Values and verdicts</source>
        <translation>取值与结论</translation>
    </message>
    <message>
        <source>Drawing area: arrow keys move the line of your prediction</source>
        <translation>绘图区：方向键移动预测曲线</translation>
    </message>
    <message>
        <source>This browser is too old to unpack the figures. Chrome 80, Firefox 113 and Safari 16.4 can, and so can later versions.</source>
        <translation>此浏览器太旧，无法解开图。Chrome 80、Firefox 113、Safari 16.4 及更新的版本可以。</translation>
    </message>
    <message>
        <source>The figures need JavaScript, which is turned off in this browser.</source>
        <translation>图需要 JavaScript，而此浏览器已将其关闭。</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Type a number, such as 0.5, 1/3 or 2^-5.</source>
        <translation>请输入一个数，例如 0.5、1/3 或 2^-5。</translation>
    </message>
    <message>
        <source> · and %1 more</source>
        <translation> · 另有 %1 个</translation>
    </message>
    <message>
        <source>outside blocks</source>
        <translation>块以外</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>换种子</translation>
    </message>
    <message>
        <source>New random seed (Ctrl+R)</source>
        <translation>新的随机种子（Ctrl+R）</translation>
    </message>
    <message>
        <source>Measure %1</source>
        <translation>测量%1</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>New random seed</source>
        <translation>新的随机种子</translation>
    </message>
    <message>
        <source>Seed of the input and the backpropagated gradient; the weights come from a file</source>
        <translation>输入与反向梯度的种子；权重来自文件</translation>
    </message>
    <message>
        <source>Number of input samples; all use the file's weights</source>
        <translation>输入样本数；均使用文件的权重</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s)</source>
        <translation><numerusform>%n 个副本</numerusform></translation>
    </message>
    <message>
        <source>also run in %1</source>
        <translation>同时以 %1 运行</translation>
    </message>
    <message>
        <source>too many to show here</source>
        <translation>太多，此处无法显示</translation>
    </message>
    <message>
        <source>Stepzero crashed %1 times in a row, so it started empty. Use File › Restore lost session to recover.</source>
        <translation>Stepzero 连续崩溃 %1 次，因此这次以空白状态启动。可用“文件 › 恢复丢失的会话”恢复。</translation>
    </message>
    <message>
        <source>Restore the last session?</source>
        <translation>恢复上次会话？</translation>
    </message>
    <message>
        <source>Stepzero did not shut down properly.</source>
        <translation>Stepzero 上次未正常关闭。</translation>
    </message>
    <message>
        <source> %1 windows were open; the same menu entry restores the other windows.</source>
        <translation>当时有 %1 个窗口：除第一个外，其余窗口可用该菜单项恢复。</translation>
    </message>
    <message>
        <source>Your last experiment, study, pins and slides were saved. You can also restore them later with File › Restore lost session.</source>
        <translation>上次的实验、研究、固定的实验与幻灯片均已保存。以后也可用“文件 › 恢复丢失的会话”恢复。</translation>
    </message>
    <message>
        <source>Start fresh</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Edits and settings cannot be saved for the next start: %1</source>
        <translation>无法为下次启动保存修改与设置：%1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>固定的实验</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>hide the pins</source>
        <translation>隐藏固定的实验</translation>
    </message>
    <message>
        <source>Hide; the View menu shows them again</source>
        <translation>隐藏；可在“视图”菜单中重新显示</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>&amp;parametrization</source>
        <translation>参数化(&amp;P)</translation>
    </message>
    <message>
        <source>How σ, multipliers and learning rates are scaled from those of this network</source>
        <translation>其他大小网络的 σ、乘子与学习率如何由此网络推出</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>depths</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>&amp;vary</source>
        <translation>改变(&amp;V)</translation>
    </message>
    <message>
        <source>Everything else stays the same</source>
        <translation>其余不变</translation>
    </message>
    <message>
        <source>val&amp;ues</source>
        <translation>取值(&amp;U)</translation>
    </message>
    <message>
        <source>Two or more, separated by commas</source>
        <translation>两个或更多，以逗号分隔</translation>
    </message>
    <message>
        <source>1/16 to 16 times the experiment's learning rate</source>
        <translation>实验的学习率的 1/16 至 16 倍</translation>
    </message>
    <message>
        <source>&amp;learning rates</source>
        <translation>学习率(&amp;L)</translation>
    </message>
    <message>
        <source>Three or more, separated by commas</source>
        <translation>三个或更多，以逗号分隔</translation>
    </message>
    <message>
        <source>&amp;steps</source>
        <translation>步数(&amp;S)</translation>
    </message>
    <message>
        <source>Steps per training run</source>
        <translation>每次训练的步数</translation>
    </message>
    <message>
        <source>s&amp;eeds</source>
        <translation>种子数(&amp;E)</translation>
    </message>
    <message>
        <source>Networks per size; they determine the confidence intervals</source>
        <translation>每种大小的网络数；决定置信区间</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Train at every size and seed (click again to stop)</source>
        <translation>以每种大小、每个种子训练（再次单击停止）</translation>
    </message>
    <message>
        <source>progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Save &amp;image…</source>
        <translation>保存图片(&amp;I)…</translation>
    </message>
    <message>
        <source>Save the figure as PNG</source>
        <translation>把图存为 PNG 文件</translation>
    </message>
    <message>
        <source>&amp;Copy data</source>
        <translation>复制数据(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the table as text</source>
        <translation>把表复制为文本</translation>
    </message>
    <message>
        <source>Sizes must be whole numbers from %1 to %2, separated by commas.</source>
        <translation>大小须为 %1 到 %2 的整数，以逗号分隔。</translation>
    </message>
    <message>
        <source>Enter at least two different sizes (three with one seed).</source>
        <translation>请输入至少两个不同的大小（只有一个种子时至少三个）。</translation>
    </message>
    <message>
        <source>Enter at least three different learning rates, above 0 and at most %1.</source>
        <translation>请输入至少三个不同的学习率，大于 0，至多 %1。</translation>
    </message>
    <message>
        <source>Training…</source>
        <translation>训练中…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Save image</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Images (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Coordinate check and learning-rate transfer</source>
        <translation>坐标检查与学习率迁移</translation>
    </message>
    <message>
        <source>Coordinate &amp;check</source>
        <translation>坐标检查(&amp;C)</translation>
    </message>
    <message>
        <source>Learning-rate &amp;transfer</source>
        <translation>学习率迁移(&amp;T)</translation>
    </message>
    <message>
        <source>gate φ(z) = %1</source>
        <translation>门 φ(z) = %1</translation>
    </message>
    <message>
        <source>φ and its derivative φ′ for z from −%1 to %1</source>
        <translation>φ 及其导数 φ′，z 从 −%1 到 %1</translation>
    </message>
    <message>
        <source>Distribution of the weights of %1 (%2 × %3), with ±σ; effective σ&lt;sub&gt;w&lt;/sub&gt;² = fan_in · Var(w) = %3 · %4 = %5</source>
        <translation>%1 权重的分布（%2 × %3），标出 ±σ；有效 σ&lt;sub&gt;w&lt;/sub&gt;² = fan_in · Var(w) = %3 · %4 = %5</translation>
    </message>
    <message>
        <source>Distribution of the biases of %1; σ&lt;sub&gt;b&lt;/sub&gt;² = Var(b) = %2</source>
        <translation>%1 偏置的分布；σ&lt;sub&gt;b&lt;/sub&gt;² = Var(b) = %2</translation>
    </message>
    <message>
        <source>Add &amp;slide</source>
        <translation>添加幻灯片(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose what to present…</source>
        <translation>选择演示的内容(&amp;C)…</translation>
    </message>
    <message>
        <source>Add the experiment, the presented figures and controls, and the layer as a slide</source>
        <translation>把实验、所演示的图与控件以及所选的层加为幻灯片</translation>
    </message>
    <message>
        <source>Choose the figures and controls of a presentation without a lesson</source>
        <translation>选择没有课程的演示中的图与控件</translation>
    </message>
    <message>
        <source>Save slides as a &amp;lesson…</source>
        <translation>把幻灯片存为课程(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Remove all slides</source>
        <translation>移除所有幻灯片(&amp;R)</translation>
    </message>
    <message>
        <source>Added slide %1</source>
        <translation>已添加幻灯片 %1</translation>
    </message>
    <message>
        <source>Save slides as a lesson</source>
        <translation>把幻灯片存为课程</translation>
    </message>
    <message>
        <source>Could not save the slides</source>
        <translation>无法保存幻灯片</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>no slides yet</source>
        <translation>还没有幻灯片</translation>
    </message>
    <message>
        <source>slides</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Click a slide to show it</source>
        <translation>单击幻灯片即显示它</translation>
    </message>
    <message>
        <source>Add the current view as a slide (Ctrl+Shift+L)</source>
        <translation>把当前视图加为幻灯片（Ctrl+Shift+L）</translation>
    </message>
    <message>
        <source>Change the title of the selected slide (F2)</source>
        <translation>更改所选幻灯片的标题（F2）</translation>
    </message>
    <message>
        <source>Move the selected slide up (Alt+↑)</source>
        <translation>上移所选的幻灯片（Alt+↑）</translation>
    </message>
    <message>
        <source>Move the selected slide down (Alt+↓)</source>
        <translation>下移所选的幻灯片（Alt+↓）</translation>
    </message>
    <message>
        <source>Remove the selected slide (Delete)</source>
        <translation>移除所选的幻灯片（Delete）</translation>
    </message>
    <message>
        <source>Undo the last change of the slides</source>
        <translation>撤销对幻灯片的上一次改动</translation>
    </message>
    <message>
        <source>Rename slide</source>
        <translation>重命名幻灯片</translation>
    </message>
    <message>
        <source>Slides</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>Add slide</source>
        <translation>添加幻灯片</translation>
    </message>
    <message>
        <source>Change slide</source>
        <translation>更改幻灯片</translation>
    </message>
    <message>
        <source>Move slide</source>
        <translation>移动幻灯片</translation>
    </message>
    <message>
        <source>Remove slide</source>
        <translation>移除幻灯片</translation>
    </message>
    <message>
        <source>Remove all slides</source>
        <translation>移除所有幻灯片</translation>
    </message>
    <message>
        <source>%1 of %2 with “%3”</source>
        <translation>%2 个中 %1 个含“%3”</translation>
    </message>
    <message>
        <source>Speaker's notes</source>
        <translation>讲者备注</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>What to say</source>
        <translation>要说的话</translation>
    </message>
    <message>
        <source>%1 · elapsed %2</source>
        <translation>%1 · 已用时 %2</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Sorted</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>index</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>largest %1 (theory for independent entries: %2)</source>
        <translation>最大 %1（独立元素的理论值 %2）</translation>
    </message>
    <message>
        <source>largest %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source> · 1 stands out</source>
        <translation> · 1 个突出</translation>
    </message>
    <message>
        <source> · %1 stand out</source>
        <translation> · %1 个突出</translation>
    </message>
    <message>
        <source>singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>Marchenko–Pastur</source>
        <translation>Marchenko–Pastur</translation>
    </message>
    <message>
        <source>singular value %1 · %2</source>
        <translation>奇异值 %1 · %2</translation>
    </message>
    <message>
        <source>s = %1 · %2 of %3 are larger</source>
        <translation>s = %1 · %3 个中有 %2 个更大</translation>
    </message>
    <message>
        <source>Run anyway</source>
        <translation>仍要运行</translation>
    </message>
    <message>
        <source>Run even though there may not be enough memory (this or other programs may be killed)</source>
        <translation>即使内存可能不足也运行（本程序或其他程序可能被终止）</translation>
    </message>
    <message>
        <source>Cancelled – F5 to recompute</source>
        <translation>已取消 – F5 重新计算</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>full run · %1 ms</source>
        <translation>完整运行 · %1 ms</translation>
    </message>
    <message>
        <source>theory · computing…</source>
        <translation>理论 · 计算中…</translation>
    </message>
    <message>
        <source>theory only</source>
        <translation>仅理论</translation>
    </message>
    <message numerus="yes">
        <source>preview of %n sample(s) · %1 ms</source>
        <translation><numerusform>%n 个样本的预览 · %1 ms</numerusform></translation>
    </message>
    <message>
        <source>Random-number cache: %1, at most %2, and %3 when idle (Tools › Random-number cache)</source>
        <translation>随机数缓存：%1，至多 %2，空闲时 %3（工具 › 随机数缓存）</translation>
    </message>
    <message>
        <source>%1 more columns ▸</source>
        <translation>另有 %1 列 ▸</translation>
    </message>
    <message>
        <source>1 more column ▸</source>
        <translation>另有 1 列 ▸</translation>
    </message>
    <message>
        <source>the last columns</source>
        <translation>最后几列</translation>
    </message>
    <message>
        <source>◂ %1 · %2</source>
        <translation>◂ %1 · %2</translation>
    </message>
    <message>
        <source>Back to step &amp;0</source>
        <translation>回到第 0 步(&amp;0)</translation>
    </message>
    <message>
        <source>Pre&amp;vious step</source>
        <translation>上一步(&amp;V)</translation>
    </message>
    <message>
        <source>Ne&amp;xt step</source>
        <translation>下一步(&amp;X)</translation>
    </message>
    <message>
        <source>Stored steps per second; fewer if computing takes longer</source>
        <translation>每秒播放的已存步数；来不及计算时则更少</translation>
    </message>
    <message>
        <source>training steps</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>All figures show the network after this training step; theory, initial distributions and findings remain those of step 0</source>
        <translation>所有图显示该训练步之后的网络；理论、初始分布与诊断仍属第 0 步</translation>
    </message>
    <message>
        <source>Loop: start again after the last step</source>
        <translation>循环：末步之后从头播放</translation>
    </message>
    <message>
        <source>training…</source>
        <translation>训练中…</translation>
    </message>
    <message>
        <source>not trained</source>
        <translation>未训练</translation>
    </message>
    <message>
        <source>training: %1 of %2</source>
        <translation>训练：%1/%2</translation>
    </message>
    <message>
        <source>of %1 · loss %2</source>
        <translation>/ %1 · 损失 %2</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train the network; progress appears in the Training figure</source>
        <translation>训练网络；进展见“训练”图</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>all in %1s</source>
        <translation>所有%1中</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of %1</source>
        <translation><numerusform>%n 步，%1</numerusform></translation>
    </message>
    <message>
        <source>Loss by learning rate</source>
        <translation>损失随学习率的变化</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message numerus="yes">
        <source>loss after %n step(s)</source>
        <translation><numerusform>%n 步后的损失</numerusform></translation>
    </message>
    <message>
        <source>depth %1</source>
        <translation>深度 %1</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>宽度 %1</translation>
    </message>
    <message>
        <source>ticks: best learning rates</source>
        <translation>刻度：最佳学习率</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算中</translation>
    </message>
    <message>
        <source>%1 of about %2</source>
        <translation>%1/约 %2</translation>
    </message>
    <message>
        <source>further findings</source>
        <translation>其他诊断</translation>
    </message>
    <message>
        <source>All findings, with their causes and fixes</source>
        <translation>所有诊断及其原因与修复</translation>
    </message>
    <message>
        <source>At step 0: </source>
        <translation>第 0 步：</translation>
    </message>
    <message>
        <source>Hover to preview it in the figures; click to apply it</source>
        <translation>悬停可在图中预览；单击采用</translation>
    </message>
    <message>
        <source>fix: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s)</source>
        <translation><numerusform>另有 %n 条诊断</numerusform></translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Stepzero shows a neural network before its first training step.</source>
        <translation>Stepzero 展示训练第一步之前的神经网络。</translation>
    </message>
    <message>
        <source>&amp;First lesson: %1</source>
        <translation>第一课：%1(&amp;F)</translation>
    </message>
    <message>
        <source>Five-minute &amp;tour</source>
        <translation>五分钟导览(&amp;T)</translation>
    </message>
    <message>
        <source>A tour of the window (also in the Help menu)</source>
        <translation>窗口导览（也在“帮助”菜单中）</translation>
    </message>
    <message>
        <source>The course with your progress (also in the Lessons menu)</source>
        <translation>整个课程及你的进度（也在“课程”菜单中）</translation>
    </message>
    <message>
        <source>&amp;Example of a PyTorch model</source>
        <translation>PyTorch 模型示例(&amp;E)</translation>
    </message>
    <message>
        <source>A pass through a model with a fault, as stepzero.capture() records it in Python. For your own model, use File › Open capture of a model</source>
        <translation>stepzero.capture() 在 Python 中记录的一次计算，其模型有一个错误。要打开自己的模型，请用“文件 › 打开模型的捕获”</translation>
    </message>
    <message>
        <source>Start from an example</source>
        <translation>从示例开始</translation>
    </message>
    <message>
        <source>All &amp;presets…</source>
        <translation>所有预设(&amp;P)…</translation>
    </message>
    <message>
        <source>Pictures of all presets (also in File › Presets)</source>
        <translation>所有预设的图片（也在“文件 › 预设”中）</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Help › Welcome shows this page again</source>
        <translation>“帮助 › 欢迎”可再显示此页</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Swap with “%1”</source>
        <translation>与“%1”互换</translation>
    </message>
    <message>
        <source>See a neural network before its first training step.

Usage:
  stepzero [FILE]     open the window
  stepzero COMMAND …  work without a window

Commands:
</source>
        <translation>查看训练第一步之前的神经网络。

用法：
  stepzero [FILE]     打开窗口
  stepzero COMMAND …  不用窗口

命令：
</translation>
    </message>
    <message>
        <source>FILE is an experiment file (.stepzero.json) or a preset's name; commands also accept - for standard input.
`stepzero COMMAND --help` describes a command.

Exit status: 0 success; 1 the command ran, but its check failed (`audit`, `lesson` and others); 2 bad usage or a
bad file; 3 the computation failed or its result could not be written; 130 interrupted.

Example:
  stepzero run notes-he | less

Every command takes --language en or zh, and so does the window, before FILE. The default is the
system's language.
</source>
        <translation>FILE 为实验文件（.stepzero.json）或预设名称；命令还接受 - 表示标准输入。
`stepzero COMMAND --help` 说明一个命令。

退出状态：0 成功；1 命令已运行，但检查未通过（`audit`、`lesson` 等）；2 用法或
文件有误；3 计算失败或结果无法写出；130 被中断。

示例：
  stepzero run notes-he | less

每个命令都接受 --language en 或 zh，打开窗口时写在 FILE 之前。默认为
系统的语言。
</translation>
    </message>
    <message>
        <source>show this text</source>
        <translation>显示此说明</translation>
    </message>
    <message>
        <source>Usage:</source>
        <translation>用法：</translation>
    </message>
    <message>
        <source>Options:</source>
        <translation>选项：</translation>
    </message>
    <message>
        <source>%1 (%2 {step|steps}, %3)</source>
        <translation>%1（%2 步，%3）</translation>
    </message>
    <message>
        <source>Reading time: %1</source>
        <translation>朗读时间：%1</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>无数值</translation>
    </message>
    <message>
        <source>no exercise</source>
        <translation>练习有误</translation>
    </message>
    <message>
        <source>the exercise has its solution</source>
        <translation>练习有解</translation>
    </message>
    <message numerus="yes">
        <source>%1 must be one of %2, got %3</source>
        <translation><numerusform>%1 须为 %2 之一，实际为 %3</numerusform></translation>
    </message>
    <message>
        <source>the text after %1 is not an experiment: it must be the complete text copied by "Copy experiment"</source>
        <translation>%1 之后的文本不是实验：须为“复制实验”给出的全部文本</translation>
    </message>
    <message>
        <source>line %1: there is no column %2</source>
        <translation>第 %1 行：没有列 %2</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>source of the recipe</source>
        <translation>配方的来源</translation>
    </message>
    <message>
        <source>other recipes</source>
        <translation>其他配方</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>compared with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>%1 %2; it was left out.</source>
        <translation>%1 %2；已略去。</translation>
    </message>
    <message>
        <source>%1 is required</source>
        <translation>必须给出 %1</translation>
    </message>
    <message>
        <source>drawings</source>
        <translation>绘图</translation>
    </message>
    <message>
        <source>an animation has at most %1 {frame|frames}, got %2</source>
        <translation>动画至多 %1 帧，实际为 %2 帧</translation>
    </message>
    <message>
        <source>only a page, %1, can vary several settings</source>
        <translation>只有网页 %1 可以改变多项设置</translation>
    </message>
    <message>
        <source>a page has at most %1 sliders, got %2</source>
        <translation>网页最多有 %1 个滑块，现有 %2 个</translation>
    </message>
    <message>
        <source>a page cannot vary %1 twice</source>
        <translation>网页不能把 %1 改变两次</translation>
    </message>
    <message>
        <source>a page has one figure, got %1</source>
        <translation>网页只有一张图，现有 %1 张</translation>
    </message>
    <message>
        <source>animated images and videos cannot be written here, but a folder of images can: %1</source>
        <translation>此处无法写出动画图片和视频，但可以写出图片文件夹：%1</translation>
    </message>
    <message>
        <source>the module is missing</source>
        <translation>缺少该模块</translation>
    </message>
    <message>
        <source>an animation must be .html, .apng, .webp, .webm or .mp4, or a folder, got %1</source>
        <translation>动画必须是 .html、.apng、.webp、.webm 或 .mp4，或一个文件夹，现为 %1</translation>
    </message>
    <message>
        <source>a video needs an even width and height, got %1 by %2</source>
        <translation>视频的宽度和高度须为偶数，实际为 %1 × %2</translation>
    </message>
    <message>
        <source>min, max</source>
        <translation>最小，最大</translation>
    </message>
    <message>
        <source>smallest magnitude</source>
        <translation>最小绝对值</translation>
    </message>
    <message>
        <source>units equal to another</source>
        <translation>与其他相等的神经元</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation>熵（纳特）</translation>
    </message>
    <message>
        <source>uniform attention</source>
        <translation>均匀注意力</translation>
    </message>
    <message>
        <source>logit std</source>
        <translation>logit 标准差</translation>
    </message>
    <message>
        <source>largest logit</source>
        <translation>最大 logit</translation>
    </message>
    <message>
        <source>largest probability</source>
        <translation>最大概率</translation>
    </message>
    <message>
        <source>gradient RMS</source>
        <translation>梯度 RMS</translation>
    </message>
    <message>
        <source>none reached it</source>
        <translation>没有到达</translation>
    </message>
    <message>
        <source>not trainable</source>
        <translation>不可训练</translation>
    </message>
    <message>
        <source>update-to-weight ratio</source>
        <translation>更新量与权重之比</translation>
    </message>
    <message>
        <source>largest singular value</source>
        <translation>最大奇异值</translation>
    </message>
    <message>
        <source>Marchenko–Pastur edge</source>
        <translation>Marchenko–Pastur 边界</translation>
    </message>
    <message>
        <source>rows equal to another</source>
        <translation>与其他行相等的行</translation>
    </message>
    <message>
        <source>shared with</source>
        <translation>共享于</translation>
    </message>
    <message>
        <source>Audit of the weights</source>
        <translation>权重的审计</translation>
    </message>
    <message>
        <source>? No recipe</source>
        <translation>? 没有配方</translation>
    </message>
    <message>
        <source>%1 more {problem|problems}</source>
        <translation>还有 %1 个问题</translation>
    </message>
    <message>
        <source>lowest p-value</source>
        <translation>最小 p 值</translation>
    </message>
    <message>
        <source>flagged by</source>
        <translation>标记依据</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message numerus="yes">
        <source>%1 must be %2, such as %3, got %4</source>
        <translation><numerusform>%1 须为 %2，如 %3，实际为 %4</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 is required, such as %2</source>
        <translation><numerusform>必须给出 %1，例如 %2</numerusform></translation>
    </message>
    <message>
        <source>%1 cannot be used with a page</source>
        <translation>%1 不能用于网页</translation>
    </message>
    <message>
        <source>an animation shows one experiment, but %1 is a study</source>
        <translation>动画显示单个实验，而 %1 是研究</translation>
    </message>
    <message>
        <source>--output FILE is required; FILE may be a folder</source>
        <translation>必须给出 --output FILE；FILE 可以是文件夹</translation>
    </message>
    <message>
        <source>the setting that varies: network.depth=1..50, network.weight.variance=0.5..4, step=0..100, network.activation=relu,tanh</source>
        <translation>变化的设置：network.depth=1..50、network.weight.variance=0.5..4、step=0..100、network.activation=relu,tanh</translation>
    </message>
    <message>
        <source>the number of evenly spaced values, if VALUES is a range</source>
        <translation>VALUES 为范围时等距取值的个数</translation>
    </message>
    <message>
        <source>the figures to draw side by side (default: signal)</source>
        <translation>并排绘制的图（默认：signal）</translation>
    </message>
    <message>
        <source>FILE.html, .apng, .webp, .webm or .mp4; without an extension, a folder of images 0001.png, …</source>
        <translation>文件.html、.apng、.webp、.webm 或 .mp4；无扩展名时为图片 0001.png…… 的文件夹</translation>
    </message>
    <message>
        <source>frames per second (default: 10)</source>
        <translation>每秒帧数（默认：10）</translation>
    </message>
    <message>
        <source>how many times an animated image plays; 0 means forever (default: 0)</source>
        <translation>动画图片播放的次数；0 表示一直播放（默认：0）</translation>
    </message>
    <message>
        <source>draw figures while one setting varies, as an animated image, a video or a page with a slider</source>
        <translation>在一项设置变化时绘图，写成动画图片、视频或带滑块的网页</translation>
    </message>
    <message>
        <source>FILE is an experiment file, a preset's name, or - for standard input. All frames have the same axes. No
display is needed. A page, FILE.html, has one figure and a slider for each of one or two settings. It
opens in any browser, without a network.

Examples:
  stepzero animate notes-he --vary network.depth=1..50 --figure signal --output depth.apng
  stepzero animate notes-he --vary network.depth=1..50 --figure signal --output depth.html
</source>
        <translation>FILE 是实验文件、预设名，或以 - 表示标准输入。所有帧的坐标轴相同。不需要显示器。
网页 FILE.html 有一张图，一项或两项设置各有一个滑块。
任何浏览器都能打开它，不需要网络。

示例：
  stepzero animate notes-he --vary network.depth=1..50 --figure signal --output depth.apng
  stepzero animate notes-he --vary network.depth=1..50 --figure signal --output depth.html
</translation>
    </message>
    <message numerus="yes">
        <source>%1 is missing: stepzero %2 %3</source>
        <translation><numerusform>缺少 %1：stepzero %2 %3</numerusform></translation>
    </message>
    <message>
        <source>summarize the answers of a class to the exercises of lessons</source>
        <translation>汇总一个班对课程练习的回答</translation>
    </message>
    <message>
        <source>FILE is a table that *Lessons › Save answers* wrote, one for each reader. The result is a CSV table with a
row for each exercise: how many answered, how many were right, how many at once, the mean number of tries,
and the most frequent wrong answer.

Example:
  stepzero answers class/*.csv -o class.csv
</source>
        <translation>FILE 是*课程 › 保存答案*写出的表，每个读者一个。结果是 CSV 表，每个练习一行：
多少人回答，多少人答对，多少人一次答对，平均尝试次数，
以及最常见的错误答案。

示例：
  stepzero answers class/*.csv -o class.csv
</translation>
    </message>
    <message>
        <source>a report must be .html or .pdf, got %1</source>
        <translation>报告须为 .html 或 .pdf，实际为 %1</translation>
    </message>
    <message>
        <source>It follows the recipe: %1.</source>
        <translation>符合配方：%1。</translation>
    </message>
    <message>
        <source>It deviates from the recipe: %1.</source>
        <translation>偏离配方：%1。</translation>
    </message>
    <message>
        <source>check whether a saved model's weights follow their recipe</source>
        <translation>检查已保存模型的权重是否符合其配方</translation>
    </message>
    <message>
        <source>the model's config.json, or an experiment file (default: config.json in the same folder)</source>
        <translation>模型的 config.json，或实验文件（默认：同一文件夹中的 config.json）</translation>
    </message>
    <message>
        <source>the model family, or a family file (default: detected from the tensors' names)</source>
        <translation>模型家族，或家族文件（默认：按张量名识别）</translation>
    </message>
    <message>
        <source>the family's recipe to check against (default: the one that fits best)</source>
        <translation>用来检查的家族配方（默认：最符合的配方）</translation>
    </message>
    <message>
        <source>an earlier checkpoint, to report what has changed and which distributions differ</source>
        <translation>较早的检查点，用来报告哪些内容有变化、哪些分布不同</translation>
    </message>
    <message>
        <source>a CSV table with one row per tensor</source>
        <translation>CSV 表，每个张量一行</translation>
    </message>
    <message>
        <source>an experiment file that runs the checkpoint (GPT-2, LLaMA, BERT and similar)</source>
        <translation>运行该检查点的实验文件（GPT-2、LLaMA、BERT 等）</translation>
    </message>
    <message>
        <source>a report with map, findings, worst tensors and table: NAME.html or NAME.pdf</source>
        <translation>含张量图、诊断、最差张量与表的报告：NAME.html 或 NAME.pdf</translation>
    </message>
    <message>
        <source>PATH is a safetensors, PyTorch (.pt, .pth, .bin), GGUF or .npz file, an index of shards, or a folder with
one of these. Exit status 1: the weights deviate from their recipe, or their distributions from those of
the other checkpoint.

Examples:
  stepzero audit step-0/model.safetensors
  stepzero audit step-0 --config step-0/config.json -o audit.json --csv audit.csv
</source>
        <translation>PATH 为 safetensors、PyTorch（.pt、.pth、.bin）、GGUF 或 .npz 文件、分片索引，
或含有其中之一的文件夹。退出状态 1：权重偏离其配方，
或其分布与另一检查点不同。

示例：
  stepzero audit step-0/model.safetensors
  stepzero audit step-0 --config step-0/config.json -o audit.json --csv audit.csv
</translation>
    </message>
    <message>
        <source>display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>to open the window, start stepzero in a desktop session, or connect from one with ssh -X</source>
        <translation>要打开窗口，请在桌面环境中启动，或从桌面环境用 ssh -X 连接</translation>
    </message>
    <message>
        <source>Qt chooses the platform</source>
        <translation>由 Qt 选择平台</translation>
    </message>
    <message>
        <source>Qt's platform is %1</source>
        <translation>Qt 的平台为 %1</translation>
    </message>
    <message>
        <source>Qt's platforms</source>
        <translation>Qt 的平台</translation>
    </message>
    <message>
        <source>none in %1</source>
        <translation>%1 中没有</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>export and report need offscreen, and the window needs xcb or wayland: install libqt6gui6</source>
        <translation>export 与 report 需要 offscreen，窗口需要 xcb 或 wayland：安装 libqt6gui6</translation>
    </message>
    <message>
        <source>the window needs xcb or wayland: install libqt6gui6 or qt6-wayland</source>
        <translation>窗口需要 xcb 或 wayland：安装 libqt6gui6 或 qt6-wayland</translation>
    </message>
    <message>
        <source>fonts</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Inter is loaded, and the system has %1 font {family|families}</source>
        <translation>Inter 已加载，系统有 %1 个字体族</translation>
    </message>
    <message>
        <source>Inter cannot be loaded, and the system has %1 font {family|families}</source>
        <translation>Inter 无法加载，系统有 %1 个字体族</translation>
    </message>
    <message>
        <source>figures are drawn in another typeface; the program was built without its own</source>
        <translation>图以另一种字体绘制；程序构建时未含自带字体</translation>
    </message>
    <message>
        <source>characters that Inter lacks become boxes: install fonts-dejavu-core</source>
        <translation>Inter 没有的字符显示为方框：请安装 fonts-dejavu-core</translation>
    </message>
    <message>
        <source>Chinese and Japanese titles become boxes: install fonts-droid-fallback or a similar font</source>
        <translation>中文与日文标题显示为方框：请安装 fonts-droid-fallback 或类似字体</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>%1, of which this container may use %2</source>
        <translation>%1 个，其中此容器可用 %2 个</translation>
    </message>
    <message>
        <source>threads wait for each other: start stepzero with taskset -c 0-%1</source>
        <translation>线程互相等待：请用 taskset -c 0-%1 启动</translation>
    </message>
    <message>
        <source>computing and drawing share one core: figures follow the sliders slowly</source>
        <translation>计算与绘图共用一个核心：图跟随滑块较慢</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 GiB available</source>
        <translation>可用 %1 GiB</translation>
    </message>
    <message>
        <source>enough for dense networks of width 1000; GPT-2 XL needs 1.2 GiB: close other programs</source>
        <translation>足够宽度 1000 的全连接网络；GPT-2 XL 需要 1.2 GiB：请关闭其他程序</translation>
    </message>
    <message>
        <source>vector instructions</source>
        <translation>向量指令</translation>
    </message>
    <message>
        <source>%1, but the processor supports %2</source>
        <translation>%1，而处理器支持 %2</translation>
    </message>
    <message>
        <source>computations are slower than necessary: use glibc 2.33 or later, and unset GLIBC_TUNABLES</source>
        <translation>计算慢于应有的速度：请使用 glibc 2.33 或更新版本，并取消设置 GLIBC_TUNABLES</translation>
    </message>
    <message>
        <source>cannot write to %1: %2</source>
        <translation>无法在 %1 中写入：%2</translation>
    </message>
    <message>
        <source>it is not a folder</source>
        <translation>它不是文件夹</translation>
    </message>
    <message>
        <source>locale</source>
        <translation>区域设置</translation>
    </message>
    <message>
        <source>the system does not have this locale: create it with dpkg-reconfigure locales, or use C.UTF-8</source>
        <translation>系统没有此区域设置：请用 dpkg-reconfigure locales 生成，或使用 C.UTF-8</translation>
    </message>
    <message>
        <source>file names and messages with non-ASCII letters may be wrong: set LC_ALL to a UTF-8 locale</source>
        <translation>含非 ASCII 字符的文件名与消息可能出错：请将 LC_ALL 设为 UTF-8 区域设置</translation>
    </message>
    <message>
        <source>Python package</source>
        <translation>Python 包</translation>
    </message>
    <message>
        <source>there is no python3</source>
        <translation>没有 python3</translation>
    </message>
    <message>
        <source>python3 does not find stepzero</source>
        <translation>python3 找不到 stepzero</translation>
    </message>
    <message>
        <source>%1, with PyTorch</source>
        <translation>%1，有 PyTorch</translation>
    </message>
    <message>
        <source>%1, without PyTorch</source>
        <translation>%1，没有 PyTorch</translation>
    </message>
    <message>
        <source>to capture your own models, add Stepzero's folder resources/python to PYTHONPATH, or install its Debian package</source>
        <translation>要捕获自己的模型，请把 Stepzero 的文件夹 resources/python 加入 PYTHONPATH，或安装其 Debian 软件包</translation>
    </message>
    <message>
        <source>to capture your own models, install PyTorch for python3</source>
        <translation>要捕获自己的模型，请为 python3 安装 PyTorch</translation>
    </message>
    <message numerus="yes">
        <source>%1 is required: one of %2</source>
        <translation><numerusform>必须给出 %1：%2 之一</numerusform></translation>
    </message>
    <message>
        <source>code for %1 networks is available for PyTorch only</source>
        <translation>%1 网络的代码只能为 PyTorch 生成</translation>
    </message>
    <message>
        <source>the code initializes its own weights; those of %1 are not in it (`run --tensors` writes them)</source>
        <translation>代码自行初始化权重，其中没有 %1 的权重（`run --tensors` 会写出它们）</translation>
    </message>
    <message>
        <source>write the network as Python code for PyTorch, JAX or Keras</source>
        <translation>把网络写成 PyTorch、JAX 或 Keras 的 Python 代码</translation>
    </message>
    <message>
        <source>pytorch, jax or keras; only pytorch for networks made of blocks</source>
        <translation>pytorch、jax 或 keras；由块构成的网络只有 pytorch</translation>
    </message>
    <message>
        <source>the file to write the code to (default: standard output)</source>
        <translation>写入代码的文件（默认：标准输出）</translation>
    </message>
    <message>
        <source>FILE is an experiment file, a preset's name, or - for standard input. The framework samples its own random
numbers; `stepzero run --tensors` writes the exact numbers of the experiment.

Example:
  stepzero code notes-he --framework pytorch &gt; he.py
</source>
        <translation>FILE 为实验文件、预设名称，或 - 表示标准输入。框架自行抽取随机数；
`stepzero run --tensors` 写出实验所用的数值。

示例：
  stepzero code notes-he --framework pytorch &gt; he.py
</translation>
    </message>
    <message>
        <source>unexpected %1</source>
        <translation>多余的 %1</translation>
    </message>
    <message>
        <source>unexpected %1 after %2</source>
        <translation>%2 之后有多余的 %1</translation>
    </message>
    <message>
        <source>the window opens one experiment at a time: unexpected %1</source>
        <translation>窗口一次只打开一个实验：多余的 %1</translation>
    </message>
    <message>
        <source>there is no command %1</source>
        <translation>没有命令 %1</translation>
    </message>
    <message>
        <source>%1 is a folder, but FILE must be an experiment file</source>
        <translation>%1 是文件夹，而 FILE 必须是实验文件</translation>
    </message>
    <message>
        <source>there is no file, preset or command %1</source>
        <translation>没有文件、预设或命令 %1</translation>
    </message>
    <message>
        <source>unknown option %1</source>
        <translation>未知选项 %1</translation>
    </message>
    <message>
        <source>the number of training steps (default: 5)</source>
        <translation>训练步数（默认：5）</translation>
    </message>
    <message>
        <source>the learning rate to use instead of the experiment's</source>
        <translation>所用的学习率（代替实验中的设置）</translation>
    </message>
    <message>
        <source>check whether the first training steps have the same effect at every width or depth</source>
        <translation>检查最初几步训练的效果在各宽度或深度下是否相同</translation>
    </message>
    <message>
        <source>FILE is an experiment file, a preset's name, or - for standard input. If the experiment has no "train",
the network is trained with Adam on the first task of its kind. Exit status 1: the effect of a step grows
or shrinks with the size.

Examples:
  stepzero coordinate-check notes-he --widths 64,128,256
  stepzero coordinate-check notes-he --widths 64,128,256 --parametrization mup
</source>
        <translation>FILE 为实验文件、预设名称，或 - 表示标准输入。实验没有 "train" 时，
用 Adam 在该类网络的第一个任务上训练。
退出状态 1：一步的效果随网络大小而增大或减小。

示例：
  stepzero coordinate-check notes-he --widths 64,128,256
  stepzero coordinate-check notes-he --widths 64,128,256 --parametrization mup
</translation>
    </message>
    <message>
        <source>not checked, since Qt cannot draw here</source>
        <translation>未检查，因为 Qt 在此无法绘图</translation>
    </message>
    <message>
        <source>fix Qt's platforms first</source>
        <translation>请先修复 Qt 的平台插件</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>temporary files</source>
        <translation>临时文件</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>%1 {warning|warnings}.</source>
        <translation>%1 条警告。</translation>
    </message>
    <message>
        <source>check this machine for problems, and show how to fix them</source>
        <translation>检查此机器的问题，并说明如何解决</translation>
    </message>
    <message>
        <source>Checks the display, Qt's platforms, fonts, cores, memory, the processor's vector instructions, the
folders that stepzero writes to, the locale, and the Python package. A warning is not a failure: the exit status is 0.

Example:
  stepzero doctor
</source>
        <translation>检查显示器、Qt 的平台、字体、核心、内存、处理器的向量指令、
程序要写入的文件夹、区域设置与 Python 包。警告不算失败：退出状态为 0。

示例：
  stepzero doctor
</translation>
    </message>
    <message numerus="yes">
        <source>%1 must be WIDTHxHEIGHT in pixels, or WIDTHxHEIGHTmm, got %2</source>
        <translation><numerusform>%1 须为以像素计的 WIDTHxHEIGHT，或 WIDTHxHEIGHTmm，实际为 %2</numerusform></translation>
    </message>
    <message>
        <source>a side of --size</source>
        <translation>--size 的一边</translation>
    </message>
    <message>
        <source>--size %1 at this dpi must have sides of %2 to %3 pixels</source>
        <translation>--size %1 在此 dpi 下每边须为 %2 到 %3 像素</translation>
    </message>
    <message>
        <source>a %1 network</source>
        <translation>%1 网络</translation>
    </message>
    <message>
        <source>there is no figure %1 for %2</source>
        <translation>%2没有图 %1</translation>
    </message>
    <message>
        <source>there is no figure %1</source>
        <translation>没有图 %1</translation>
    </message>
    <message>
        <source>the size in pixels, or in millimetres as 160x90mm (default: 1600x900)</source>
        <translation>以像素计的大小，或以毫米计，如 160x90mm（默认：1600x900）</translation>
    </message>
    <message>
        <source>pixels per inch: higher values make text and lines larger (default: 96)</source>
        <translation>每英寸像素数：值越大，文字与线条越大（默认：96）</translation>
    </message>
    <message>
        <source>the scale of text, lines and markers (default: readable on a slide of this size)</source>
        <translation>文字、线条与标记的缩放（默认：在此大小的幻灯片上清晰可读）</translation>
    </message>
    <message>
        <source>light, dark, print or contrast (default: print)</source>
        <translation>light、dark、print 或 contrast（默认：print）</translation>
    </message>
    <message>
        <source>the selected layer or block, for figures that show one (default: 1)</source>
        <translation>所选的层或块，用于显示单个层的图（默认：1）</translation>
    </message>
    <message>
        <source>the selected matrix of the selected block, such as q, or mlp_in.5 for expert 5 (default: its first)</source>
        <translation>所选块中所选的矩阵，如 q，或表示专家 5 的 mlp_in.5（默认：第一个）</translation>
    </message>
    <message>
        <source>what the figure `compare` compares, such as residual_scaling</source>
        <translation>图 `compare` 所比较的设置，如 residual_scaling</translation>
    </message>
    <message>
        <source>experiment files or presets that figures show for comparison</source>
        <translation>图中用作对比的实验文件或预设</translation>
    </message>
    <message>
        <source>--step is only for an experiment with "train"</source>
        <translation>--step 只用于含 "train" 的实验</translation>
    </message>
    <message>
        <source>%1 is only for networks made of blocks</source>
        <translation>%1 只用于由块构成的网络</translation>
    </message>
    <message>
        <source>the figure compare needs %1</source>
        <translation>图 compare 需要 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 cannot be used with %2</source>
        <translation><numerusform>%1 不能与 %2 同时使用</numerusform></translation>
    </message>
    <message>
        <source>left out %1: %2</source>
        <translation>略去 %1：%2</translation>
    </message>
    <message>
        <source>%1 cannot be used with a lesson: its steps set it</source>
        <translation>%1 不能用于课程：它由课程的各步设定</translation>
    </message>
    <message>
        <source>%1 cannot be used with a lesson</source>
        <translation>%1 不能用于课程</translation>
    </message>
    <message>
        <source>handout</source>
        <translation>讲义</translation>
    </message>
    <message>
        <source>%1 cannot be used with the course</source>
        <translation>%1 不能用于整个课程</translation>
    </message>
    <message>
        <source>lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>a study</source>
        <translation>研究</translation>
    </message>
    <message numerus="yes">
        <source>%1 is for one experiment, but %2 is a study</source>
        <translation><numerusform>%1 用于单个实验，而 %2 是研究</numerusform></translation>
    </message>
    <message>
        <source>the folder, which is created if needed; a figure becomes DIR/FIGURE.FORMAT</source>
        <translation>文件夹，没有则建立；每个图成为 DIR/FIGURE.FORMAT</translation>
    </message>
    <message>
        <source>the figures to export (default: all that are not empty)</source>
        <translation>要导出的图（默认：所有有内容的图）</translation>
    </message>
    <message>
        <source>%1, or csv for the numbers shown (default: png)</source>
        <translation>%1，或用 csv 写出所显示的数（默认：png）</translation>
    </message>
    <message>
        <source>the training step after which the network is drawn (default: 0)</source>
        <translation>绘制第几个训练步之后的网络（默认：0）</translation>
    </message>
    <message>
        <source>an experiment file or preset, which every figure shows on its right, with the same axes</source>
        <translation>实验文件或预设，每张图在右侧用相同的坐标轴显示它</translation>
    </message>
    <message>
        <source>the language: en or zh (default: the system's; for a lesson's handout, en; for the course, both)</source>
        <translation>语言：en 或 zh（默认：系统语言；课的讲义为 en；整个课程为两种语言）</translation>
    </message>
    <message>
        <source>write the figures of an experiment, a study, a lesson or the course to files</source>
        <translation>把实验、研究、课或整个课程的图写到文件</translation>
    </message>
    <message>
        <source>FILE is an experiment file, a study file or a lesson file, the name of one, or - for standard input. No
display is needed. For a lesson, the figures of its steps are written as
NN-STEP-FIGURE.FORMAT. A handout (handout.html and handout.pdf) contains the texts, formulas,
figures, questions and answers. In handout.html, figures have sliders for the controls of the steps.
The FILE `course` stands for all built-in lessons: DIR becomes a folder of web pages with an index,
in English and Chinese unless --language is given.

Examples:
  stepzero export notes-he --to figures --format pdf --size 160x90mm --dpi 300
  stepzero export notes-he --beside notes-xavier --to figures
  stepzero export course --to pages
</source>
        <translation>FILE 是实验文件、研究文件或课文件，或其名称，或以 - 表示标准输入。
不需要显示器。对于一课，各步的图写成
NN-STEP-FIGURE.FORMAT。讲义（handout.html 和 handout.pdf）含文本、公式、图、问题和答案。
在 handout.html 中，图带有各步控件的滑块。
FILE 为 `course` 时表示全部内置课程：DIR 成为带索引的网页文件夹，
有英文和中文，除非给出 --language。

示例：
  stepzero export notes-he --to figures --format pdf --size 160x90mm --dpi 300
  stepzero export notes-he --beside notes-xavier --to figures
  stepzero export course --to pages
</translation>
    </message>
    <message>
        <source>--cells must be K/N, the K-th of N parts, got %1</source>
        <translation>--cells 须为 K/N，即 N 份中的第 K 份，实际为 %1</translation>
    </message>
    <message>
        <source>N of --cells K/N</source>
        <translation>--cells K/N 的 N</translation>
    </message>
    <message>
        <source>K of --cells K/N</source>
        <translation>--cells K/N 的 K</translation>
    </message>
    <message>
        <source>cell %1 of %2: %3</source>
        <translation>单元格 %1/%2：%3</translation>
    </message>
    <message>
        <source>interrupted: %1 of %2 {cell was|cells were} written</source>
        <translation>已中断：写出了 %2 个单元格中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 {cell was|cells were} written</source>
        <translation>写出了 %2 个单元格中的 %1 个</translation>
    </message>
    <message>
        <source>The weights of this capture are missing: %1.</source>
        <translation>找不到这个捕获的权重：%1。</translation>
    </message>
    <message>
        <source>The weights are not judged, as the names of the tensors belong to no known family.</source>
        <translation>未评判权重，因为张量名不属于任何已知的家族。</translation>
    </message>
    <message>
        <source>--against compares two captures, not captures at several widths</source>
        <translation>--against 比较两个捕获，而不是几个宽度的捕获</translation>
    </message>
    <message>
        <source>--weights belongs to one capture, not to captures at several widths</source>
        <translation>--weights 属于单个捕获，不适用于几个宽度的捕获</translation>
    </message>
    <message>
        <source>report what is wrong with a capture of your own model</source>
        <translation>报告自己模型的捕获有什么问题</translation>
    </message>
    <message>
        <source>the file for the result as JSON; - is standard output, in place of the report</source>
        <translation>写入 JSON 结果的文件；- 为标准输出，代替报告</translation>
    </message>
    <message>
        <source>another capture of the same model, to report what has changed</source>
        <translation>同一模型的另一个捕获，用于报告有哪些变化</translation>
    </message>
    <message>
        <source>the model's checkpoint, to audit it too (default: the weights that the capture was saved with)</source>
        <translation>模型的检查点，也对它进行审查（默认：与捕获一起保存的权重）</translation>
    </message>
    <message>
        <source>also show a table of all modules, or of exponents at all steps</source>
        <translation>另外显示所有模块的表，或所有步的指数的表</translation>
    </message>
    <message>
        <source>FILE is a capture that stepzero.capture() has written in Python, captures at several widths from
stepzero.coordinate_check(), or - for standard input. Exit status 1: a finding is a warning or an error.

Examples:
  stepzero inspect mine.stepzero-capture.json
  stepzero inspect mine.stepzero-capture.json -o findings.json --sarif findings.sarif
  stepzero inspect mine.stepzero-capture.json --weights model.safetensors
</source>
        <translation>FILE 是 stepzero.capture() 在 Python 中写出的捕获、stepzero.coordinate_check() 写出的几个宽度的捕获，
或表示标准输入的 -。退出状态 1：有警告或错误级别的诊断。

示例：
  stepzero inspect mine.stepzero-capture.json
  stepzero inspect mine.stepzero-capture.json -o findings.json --sarif findings.sarif
  stepzero inspect mine.stepzero-capture.json --weights model.safetensors
</translation>
    </message>
    <message>
        <source>%1 characters, %2 min</source>
        <translation>%1 字，%2 分钟</translation>
    </message>
    <message>
        <source>%1 words, %2 min</source>
        <translation>%1 词，%2 分钟</translation>
    </message>
    <message>
        <source>Reading time: %1; %2 {check passed|checks passed}, %3 failed</source>
        <translation>朗读时间：%1；%2 项检查通过，%3 项未通过</translation>
    </message>
    <message>
        <source>check a lesson, or list those that come with the program</source>
        <translation>检查一课，或列出程序自带的课</translation>
    </message>
    <message>
        <source>the language of the titles and texts: en or zh (default: en)</source>
        <translation>标题与文本的语言：en 或 zh（默认：en）</translation>
    </message>
    <message>
        <source>Runs the experiment of every step and checks every claim, number and exercise. Exit status 1: a claim
does not hold, a number is missing, or the solution of an exercise does not reach its goal. FILE is a
lesson file, a lesson's name, or - for standard input. Reading times assume 130 words per minute, or 200
Chinese characters.

Examples:
  stepzero lesson
  stepzero lesson 00-tour
</source>
        <translation>运行每一步的实验，检查每条论断、每个数和每个练习。退出状态 1：
有论断不成立，缺少某个数，或某个练习的解答未达到目标。
FILE 是课文件、课的名称，或以 - 表示标准输入。朗读时间按每分钟 130 个词，
或 200 个汉字计算。

示例：
  stepzero lesson
  stepzero lesson 00-tour
</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>joining</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>result and table cannot go to the same place</source>
        <translation>结果与表不能写到同一处</translation>
    </message>
    <message>
        <source>join parts of a study that were run separately</source>
        <translation>合并分份运行的研究</translation>
    </message>
    <message>
        <source>a CSV table with one row per cell</source>
        <translation>CSV 表，每个单元格一行</translation>
    </message>
    <message>
        <source>join the parts even if cells are missing</source>
        <translation>即使缺少单元格也合并</translation>
    </message>
    <message>
        <source>PART is a result of `stepzero run STUDY --cells K/N`. The order of the parts does not matter: the result is
byte-identical to that of a single run.

Example:
  stepzero merge part-*.json -o study.json --csv table.csv
</source>
        <translation>PART 为 `stepzero run STUDY --cells K/N` 的结果。各份的次序无关：
合并后与单次运行的结果逐字节相同。

示例：
  stepzero merge part-*.json -o study.json --csv table.csv
</translation>
    </message>
    <message>
        <source>the file to write the result to (default: standard output)</source>
        <translation>写入结果的文件（默认：标准输出）</translation>
    </message>
    <message>
        <source>the file for the findings as SARIF, which code review shows</source>
        <translation>写入 SARIF 格式诊断的文件，供代码审查显示</translation>
    </message>
    <message>
        <source>%1 takes no value</source>
        <translation>%1 不带值</translation>
    </message>
    <message>
        <source>%1 needs a value: %2</source>
        <translation>%1 需要值：%2</translation>
    </message>
    <message>
        <source>%1 is given twice</source>
        <translation>%1 给出了两次</translation>
    </message>
    <message>
        <source>%1 is given %2 times, %3 at most</source>
        <translation>%1 给出了 %2 次，最多 %3 次</translation>
    </message>
    <message>
        <source>%1 must be a whole number from %2 to %3, got %4</source>
        <translation>%1 须为 %2 到 %3 的整数，实际为 %4</translation>
    </message>
    <message>
        <source>%1 must be a number from %2 to %3, got %4</source>
        <translation>%1 须为 %2 到 %3 的数，实际为 %4</translation>
    </message>
    <message>
        <source>cannot write to standard output: it is closed</source>
        <translation>无法写到标准输出：它已关闭</translation>
    </message>
    <message>
        <source>cannot write to standard output: no space is left on the device</source>
        <translation>无法写到标准输出：设备空间不足</translation>
    </message>
    <message>
        <source>cannot write to standard output: the device reported an error</source>
        <translation>无法写到标准输出：设备报告错误</translation>
    </message>
    <message>
        <source>only one output can go to standard output</source>
        <translation>只能有一项输出写到标准输出</translation>
    </message>
    <message>
        <source>%1 is given for two outputs</source>
        <translation>两项输出都用了 %1</translation>
    </message>
    <message>
        <source>--studies lists all studies and takes no name</source>
        <translation>--studies 列出所有研究，不带名称</translation>
    </message>
    <message>
        <source>--details lists all presets and takes no name</source>
        <translation>--details 列出所有预设，不带名称</translation>
    </message>
    <message>
        <source>there is no preset %1</source>
        <translation>没有预设 %1</translation>
    </message>
    <message>
        <source>list the presets, or print one as a file</source>
        <translation>列出预设，或把其中一个输出为文件</translation>
    </message>
    <message>
        <source>list the example studies instead</source>
        <translation>改为列出示例研究</translation>
    </message>
    <message>
        <source>also list the group, what one sees, and the source of each preset</source>
        <translation>同时列出每个预设的分组、可见的现象和出处</translation>
    </message>
    <message>
        <source>Every command that takes a FILE also takes a preset's name.

Examples:
  stepzero presets notes-he &gt; mine.stepzero.json
  stepzero presets notes-six-schemes &gt; mine.stepzero-study.json
</source>
        <translation>凡接受 FILE 的命令也接受预设名称。

示例：
  stepzero presets notes-he &gt; mine.stepzero.json
  stepzero presets notes-six-schemes &gt; mine.stepzero-study.json
</translation>
    </message>
    <message>
        <source>-o FILE is required; FILE must end in .html or .pdf</source>
        <translation>必须给出 -o FILE；FILE 须以 .html 或 .pdf 结尾</translation>
    </message>
    <message>
        <source>write settings, findings, figures and a table as one document</source>
        <translation>把设置、诊断、图与表写成一份文档</translation>
    </message>
    <message>
        <source>the report: NAME.html, which needs no other file, or NAME.pdf</source>
        <translation>报告：NAME.html，不需要其他文件；或 NAME.pdf</translation>
    </message>
    <message>
        <source>the theme of the figures, light or print (default: print)</source>
        <translation>图的主题，light 或 print（默认：print）</translation>
    </message>
    <message>
        <source>FILE is an experiment or study file, a preset's name, or - for standard input. No display is needed. For up
to four findings, the first fix is simulated too and drawn for comparison.

Examples:
  stepzero report notes-naive -o naive.html
  stepzero report notes-six-schemes -o six.pdf
</source>
        <translation>FILE 为实验或研究文件、预设名称，或 - 表示标准输入。不需要显示器。
至多四条诊断的第一个修复也会模拟并绘出，以便对比。

示例：
  stepzero report notes-naive -o naive.html
  stepzero report notes-six-schemes -o six.pdf
</translation>
    </message>
    <message>
        <source>%1 needs a file: it cannot go to standard output</source>
        <translation>%1 需要文件，不能写到标准输出</translation>
    </message>
    <message numerus="yes">
        <source>%1 is for studies, but %2 is one experiment</source>
        <translation><numerusform>%1 用于研究，而 %2 是单个实验</numerusform></translation>
    </message>
    <message>
        <source>--trained is for experiments with "train", but %1 has none</source>
        <translation>--trained 用于含 "train" 的实验，而 %1 没有</translation>
    </message>
    <message>
        <source>run an experiment and write its measurements as JSON</source>
        <translation>运行实验，把测量结果写为 JSON</translation>
    </message>
    <message>
        <source>a CSV table with one row per layer or block, or per cell of a study</source>
        <translation>CSV 表，每层或每块一行，研究则每个单元格一行</translation>
    </message>
    <message>
        <source>the input, weights, biases and other tensors of replica 0, as safetensors</source>
        <translation>副本 0 的输入、权重、偏置及其他张量，写为 safetensors</translation>
    </message>
    <message>
        <source>the weights after the last training step, as safetensors</source>
        <translation>最后一个训练步之后的权重，写为 safetensors</translation>
    </message>
    <message>
        <source>run only the K-th of N parts of a study (stepzero merge joins them)</source>
        <translation>只运行研究 N 份中的第 K 份（由 stepzero merge 合并）</translation>
    </message>
    <message>
        <source>FILE is an experiment or study file, a preset's name, or - for standard input. When a study is interrupted,
the cells that are done are kept.

Examples:
  stepzero run notes-he -o he.json --csv he.csv
  stepzero run notes-six-schemes -o study.json --csv table.csv
</source>
        <translation>FILE 为实验或研究文件、预设名称，或 - 表示标准输入。
研究被中断时保留已完成的单元格。

示例：
  stepzero run notes-he -o he.json --csv he.csv
  stepzero run notes-six-schemes -o study.json --csv table.csv
</translation>
    </message>
    <message numerus="yes">
        <source>%1 must be one of %2, or a file, got %3</source>
        <translation><numerusform>%1 须为 %2 之一，或文件，实际为 %3</numerusform></translation>
    </message>
    <message>
        <source>--widths and --depths cannot be used together</source>
        <translation>--widths 与 --depths 不能同时使用</translation>
    </message>
    <message>
        <source>%1 must be two or more different numbers, got %2</source>
        <translation>%1 须为两个或更多不同的数，实际为 %2</translation>
    </message>
    <message>
        <source>two sizes with one seed give no confidence interval: add sizes, or --seeds</source>
        <translation>两种大小、一个种子给不出置信区间：请增加大小，或给出 --seeds</translation>
    </message>
    <message>
        <source>the widths to train at, separated by commas (default: %1)</source>
        <translation>训练所用的宽度，以逗号分隔（默认：%1）</translation>
    </message>
    <message>
        <source>the depths to train at, instead of widths</source>
        <translation>训练所用的深度，代替宽度</translation>
    </message>
    <message>
        <source>networks per size (default: 3)</source>
        <translation>每种大小的网络数（默认：3）</translation>
    </message>
    <message>
        <source>standard, ntk, mup, depth_mup, completep or a file (default: the experiment's)</source>
        <translation>standard、ntk、mup、depth_mup、completep 或文件（默认：实验所用的）</translation>
    </message>
    <message>
        <source>the optimizer to use instead of the experiment's</source>
        <translation>所用的优化器（代替实验中的设置）</translation>
    </message>
    <message>
        <source>the file to write all numbers to as JSON; - writes them to standard output instead of the table</source>
        <translation>以 JSON 写入全部数字的文件；- 表示写到标准输出，代替表</translation>
    </message>
    <message>
        <source>there is no file or preset %1</source>
        <translation>没有文件或预设 %1</translation>
    </message>
    <message>
        <source>%1 is a capture of a model, not an experiment: stepzero inspect %1</source>
        <translation>%1 是模型的捕获，不是实验：stepzero inspect %1</translation>
    </message>
    <message>
        <source>must be a figure that is in front on the step's board (%1), got %2</source>
        <translation>须为该步图板上显示在前面的图（%1）之一，实际为 %2</translation>
    </message>
    <message>
        <source>%1 is required: a fixed point needs both variances</source>
        <translation>必须给出 %1：不动点需要两个方差</translation>
    </message>
    <message>
        <source>%1 must be NAME or NAME:PARAMETER=VALUE,…, got %2</source>
        <translation>%1 须为 NAME 或 NAME:PARAMETER=VALUE,…，实际为 %2</translation>
    </message>
    <message>
        <source>write the fixed point, phase and depth scales of mean-field theory</source>
        <translation>写出平均场理论的不动点、相与深度尺度</translation>
    </message>
    <message>
        <source>the name of an activation, as in an experiment file; parameters may follow after a colon</source>
        <translation>激活函数的名称，写法同实验文件；冒号之后可加参数</translation>
    </message>
    <message>
        <source>fan_in times the variance of a weight</source>
        <translation>fan_in 乘以一个权重的方差</translation>
    </message>
    <message>
        <source>the variance of a bias</source>
        <translation>一个偏置的方差</translation>
    </message>
    <message>
        <source>A number that does not exist is null: a ReLU network has no fixed point above a weight variance of 2.

Examples:
  stepzero theory --activation tanh --weight-variance 2.5 --bias-variance 0.05
  stepzero theory --activation leaky_relu:negative_slope=0.2 --weight-variance 1.9 --bias-variance 0
</source>
        <translation>不存在的数为 null：权重方差大于 2 时 ReLU 网络没有不动点。

示例：
  stepzero theory --activation tanh --weight-variance 2.5 --bias-variance 0.05
  stepzero theory --activation leaky_relu:negative_slope=0.2 --weight-variance 1.9 --bias-variance 0
</translation>
    </message>
    <message numerus="yes">
        <source>%1 must be three or more different numbers above 0, got %2</source>
        <translation><numerusform>%1 须为三个或更多不同的正数，实际为 %2</numerusform></translation>
    </message>
    <message>
        <source>the number of training steps (default: the experiment's)</source>
        <translation>训练步数（默认：实验的步数）</translation>
    </message>
    <message>
        <source>the learning rates to try (default: 1/16, 1/8, …, 16 times the experiment's)</source>
        <translation>要尝试的学习率（默认：实验值的 1/16、1/8、…、16 倍）</translation>
    </message>
    <message>
        <source>check whether the best learning rate is the same at every width or depth</source>
        <translation>检查最佳学习率在各宽度或深度下是否相同</translation>
    </message>
    <message>
        <source>FILE is an experiment file, a preset's name, or - for standard input. If the experiment has no "train",
the network is trained with Adam on the first task of its kind. Exit status 1: the best learning rate grows
or shrinks with the size, or lies outside the range that was tried.

Example:
  stepzero transfer notes-he --widths 32,64,128 --steps 20 --parametrization mup
</source>
        <translation>FILE 为实验文件、预设名称，或 - 表示标准输入。实验没有 "train" 时，
用 Adam 在该类网络的第一个任务上训练。退出状态 1：最佳学习率随网络大小而增大或减小，
或在所尝试的范围之外。

示例：
  stepzero transfer notes-he --widths 32,64,128 --steps 20 --parametrization mup
</translation>
    </message>
    <message>
        <source>singular values of the weights</source>
        <translation>权重的奇异值</translation>
    </message>
    <message>
        <source>Qt has no platform %1 here, only %2</source>
        <translation>此处 Qt 没有平台 %1，只有 %2</translation>
    </message>
    <message>
        <source>there is no display for the window (%1); commands such as run, export and theory need none</source>
        <translation>没有用于窗口的显示器（%1）；run、export、theory 等命令不需要显示器</translation>
    </message>
    <message>
        <source>neither DISPLAY nor WAYLAND_DISPLAY is set</source>
        <translation>DISPLAY 与 WAYLAND_DISPLAY 均未设置</translation>
    </message>
    <message>
        <source>no display server responds at %1</source>
        <translation>%1 处没有显示服务器应答</translation>
    </message>
    <message>
        <source>%1 of %2 · about %3</source>
        <translation>%1/%2 · 约 %3</translation>
    </message>
    <message>
        <source>%1 of %2 {cell|cells}</source>
        <translation>%1 / %2 个单元格</translation>
    </message>
    <message>
        <source>cannot be read as an image</source>
        <translation>无法作为图像读取</translation>
    </message>
    <message>
        <source>cannot be read as an image: %1</source>
        <translation>无法作为图像读取：%1</translation>
    </message>
    <message>
        <source>cannot be read as an image: there is not enough memory</source>
        <translation>无法作为图像读取：内存不足</translation>
    </message>
    <message>
        <source>line %1: %2 must be a whole number from %3 to %4, got %5</source>
        <translation>第 %1 行：%2 须为 %3 到 %4 的整数，得到 %5</translation>
    </message>
    <message>
        <source>the window cannot be opened: Qt's platform %1 cannot be used here</source>
        <translation>无法打开窗口：Qt 的平台 %1 在此不能使用</translation>
    </message>
    <message>
        <source>%1 is a pipe or a device, but the window opens only files</source>
        <translation>%1 是管道或设备，而窗口只打开文件</translation>
    </message>
    <message>
        <source>Layers and figures</source>
        <translation>层与图</translation>
    </message>
    <message>
        <source>← →</source>
        <translation>← →</translation>
    </message>
    <message>
        <source>Previous, next layer or block</source>
        <translation>上一、下一层或块</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
    <message>
        <source>Enlarge the focused figure, or show all</source>
        <translation>放大有焦点的图，或显示全部</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Delete</translation>
    </message>
    <message>
        <source>Hide the focused figure</source>
        <translation>隐藏有焦点的图</translation>
    </message>
    <message>
        <source>Menu key</source>
        <translation>菜单键</translation>
    </message>
    <message>
        <source>Figure options</source>
        <translation>图的选项</translation>
    </message>
    <message>
        <source>Double-click on a tab</source>
        <translation>双击标签页</translation>
    </message>
    <message>
        <source>Middle-click on a tab</source>
        <translation>中键单击标签页</translation>
    </message>
    <message>
        <source>Drag a tab</source>
        <translation>拖动标签页</translation>
    </message>
    <message>
        <source>Move the figure; Esc: cancel</source>
        <translation>移动图；Esc：取消</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom; over an axis: that axis only</source>
        <translation>缩放；在轴上：只缩放该轴</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Shift-drag, middle drag</source>
        <translation>Shift 拖动、中键拖动</translation>
    </message>
    <message>
        <source>Zoom to a box</source>
        <translation>放大所框选的区域</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Fit axes to data</source>
        <translation>适应数据</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Select the layer; on a legend entry: hide or show its lines</source>
        <translation>选择层；在图例项上：隐藏或显示其曲线</translation>
    </message>
    <message>
        <source>Shift-click</source>
        <translation>Shift 单击</translation>
    </message>
    <message>
        <source>Place a cursor on a line; two show difference and slope</source>
        <translation>在曲线上放置游标；两个游标给出差与斜率</translation>
    </message>
    <message>
        <source>Presenting</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>→, Page Down, Space</source>
        <translation>→、Page Down、空格</translation>
    </message>
    <message>
        <source>Show the answer, then the next step; ←, Page Up: previous step</source>
        <translation>显示答案，再到下一步；←、Page Up：上一步</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Show or hide the answer</source>
        <translation>显示或隐藏答案</translation>
    </message>
    <message>
        <source>↑ ↓</source>
        <translation>↑ ↓</translation>
    </message>
    <message>
        <source>Change the control; P: play, Tab: next control</source>
        <translation>改变控件；P：播放，Tab：下一个控件</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>Play the signal through the network</source>
        <translation>在网络中播放信号</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>List of slides or steps; digits, Return: show one</source>
        <translation>幻灯片或步的列表；数字、Return：显示一张</translation>
    </message>
    <message>
        <source>O</source>
        <translation>O</translation>
    </message>
    <message>
        <source>Choose what to present</source>
        <translation>选择演示的内容</translation>
    </message>
    <message>
        <source>L</source>
        <translation>L</translation>
    </message>
    <message>
        <source>Laser pointer</source>
        <translation>激光笔</translation>
    </message>
    <message>
        <source>B, .</source>
        <translation>B、.</translation>
    </message>
    <message>
        <source>Black screen</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>Freeze the display</source>
        <translation>冻结画面</translation>
    </message>
    <message>
        <source>S</source>
        <translation>S</translation>
    </message>
    <message>
        <source>Spotlight around the pointer</source>
        <translation>指针周围的聚光灯</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>Draw; C: clear</source>
        <translation>画；C：清除</translation>
    </message>
    <message>
        <source>+ −</source>
        <translation>+ −</translation>
    </message>
    <message>
        <source>Zoom in, out; 0: automatic</source>
        <translation>放大、缩小；0：自动</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Toggle pinned / current</source>
        <translation>切换固定项与当前实验</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Click on a column header</source>
        <translation>单击列标题</translation>
    </message>
    <message>
        <source>Sort, if the table can be sorted</source>
        <translation>排序（可排序的表）</translation>
    </message>
    <message>
        <source>Shift-wheel</source>
        <translation>Shift 滚轮</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>横向滚动</translation>
    </message>
    <message>
        <source>Sliders and numbers</source>
        <translation>滑块与数字</translation>
    </message>
    <message>
        <source>One step; ↑ ↓, Page Up, Page Down, Home, End: larger steps</source>
        <translation>移动一步；↑ ↓、Page Up、Page Down、Home、End：移动更多步</translation>
    </message>
    <message>
        <source>Delete, double-click</source>
        <translation>Delete、双击</translation>
    </message>
    <message>
        <source>Reset to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>This network</source>
        <translation>此网络</translation>
    </message>
    <message>
        <source>%1 {layer has its|layers have their} own · clear</source>
        <translation>%1 层保留单独设置 · 清除</translation>
    </message>
    <message>
        <source>%1 {matrix has its|matrices have their} own · clear</source>
        <translation>%1 个矩阵保留单独设置 · 清除</translation>
    </message>
    <message>
        <source>%1 {layer differs|layers differ} · clear</source>
        <translation>%1 层不同 · 清除</translation>
    </message>
    <message>
        <source>%1 {matrix differs|matrices differ} · clear</source>
        <translation>%1 个矩阵不同 · 清除</translation>
    </message>
    <message>
        <source>as typed</source>
        <translation>输入的公式</translation>
    </message>
    <message>
        <source>off the scale</source>
        <translation>超出可表示范围</translation>
    </message>
    <message>
        <source>%1 is %2 in every %3</source>
        <translation>%1在每一%3中均%2</translation>
    </message>
    <message>
        <source>%1 is %2 in %3 %4</source>
        <translation>%1在第 %4 %3%2</translation>
    </message>
    <message>
        <source>%1 is %2 from %3 %4 on</source>
        <translation>%1自第 %4 %3起%2</translation>
    </message>
    <message>
        <source>%1 is %2 below %3 %4</source>
        <translation>%1在第 %4 %3之前%2</translation>
    </message>
    <message>
        <source>%1 is %2 in %3 of %4, first in %5 %6</source>
        <translation>%1在 %4 处中有 %3 处%2，首先是第 %6 %5</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>last layer</source>
        <translation>末层</translation>
    </message>
    <message>
        <source>scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>the branch carries %1%</source>
        <translation>分支占 %1%</translation>
    </message>
    <message>
        <source>a signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>a gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>%n stream(s)</source>
        <translation>%n 条流</translation>
    </message>
    <message>
        <source>from the start:</source>
        <translation>从起点：</translation>
    </message>
    <message>
        <source>to the end:</source>
        <translation>到终点：</translation>
    </message>
    <message>
        <source>after a soft cap of</source>
        <translation>经软上限</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>Gaussian logits:</source>
        <translation>高斯 logit：</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>entropy of</source>
        <translation>熵的上限</translation>
    </message>
    <message>
        <source>of the selected experts: %1 of %2</source>
        <translation>所选：%1/%2 个专家</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>expert load %1 to %2% of the tokens, uniform: %3%</source>
        <translation>专家负载：词元的 %1 到 %2%，均匀时 %3%</translation>
    </message>
    <message>
        <source>load-balance loss</source>
        <translation>负载均衡损失</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>each patch reads %n number(s)</source>
        <translation>每个图块读 %n 个数</translation>
    </message>
    <message>
        <source>time step</source>
        <translation>时间步</translation>
    </message>
    <message>
        <source>tokens; the distribution of 1/(Δ |A|) ends at</source>
        <translation>词元；1/(Δ |A|) 的分布止于</translation>
    </message>
    <message>
        <source>scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>first loss</source>
        <translation>初始损失</translation>
    </message>
    <message>
        <source>%1 of %2 steps contribute to the last stream</source>
        <translation>%2 步中有 %1 步对末端残差流有贡献</translation>
    </message>
    <message>
        <source>mean gradient path %1 ± %2 branches</source>
        <translation>梯度路径平均 %1 ± %2 个分支</translation>
    </message>
    <message>
        <source>effective depth</source>
        <translation>有效深度</translation>
    </message>
    <message>
        <source>|mean|</source>
        <translation>|均值|</translation>
    </message>
    <message>
        <source>% off</source>
        <translation>偏差 %</translation>
    </message>
    <message>
        <source>σ off</source>
        <translation>偏差 σ</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>%1, ratio to</source>
        <translation>%1之比</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>preact.</source>
        <translation>预激活</translation>
    </message>
    <message>
        <source>gates</source>
        <translation>门</translation>
    </message>
    <message>
        <source>adds</source>
        <translation>增量</translation>
    </message>
    <message>
        <source>shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>%1 {layer|layers} of widths %2 to %3</source>
        <translation>%1 层，宽度 %2 到 %3</translation>
    </message>
    <message>
        <source>%1 {value|values} of %2</source>
        <translation>%2 的 %1 个值</translation>
    </message>
    <message>
        <source>weights of %1, theory from their variances</source>
        <translation>%1 的权重，理论按其方差</translation>
    </message>
    <message>
        <source>bias %1</source>
        <translation>偏置 %1</translation>
    </message>
    <message>
        <source>own settings for %1 {role|roles}</source>
        <translation>%1 个角色单独设置</translation>
    </message>
    <message>
        <source>own settings for %1 {layer|layers}</source>
        <translation>%1 层单独设置</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>%1 × %2 {token|tokens}</source>
        <translation>%1 × %2 个词元</translation>
    </message>
    <message>
        <source>%1 {sample|samples}</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1 {step|steps} of %2 at %3</source>
        <translation>%1 步 %2，学习率 %3</translation>
    </message>
    <message>
        <source>%1 {replica|replicas}</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>%1: images are written as %2</source>
        <translation>%1：图片写成 %2</translation>
    </message>
    <message>
        <source>Every tensor follows the recipe.</source>
        <translation>所有张量都符合配方。</translation>
    </message>
    <message>
        <source>No problems were found in these tensors.</source>
        <translation>在这些张量中没有发现问题。</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Change since %1</source>
        <translation>相对 %1 的变化</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>这次运行</translation>
    </message>
    <message>
        <source>No problems were found in this pass.</source>
        <translation>这次运行没有发现问题。</translation>
    </message>
    <message>
        <source>mlp</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>RMS ratio</source>
        <translation>RMS 之比</translation>
    </message>
    <message>
        <source>mlp adds</source>
        <translation>MLP 增量</translation>
    </message>
    <message>
        <source>min layer std</source>
        <translation>各层最小标准差</translation>
    </message>
    <message>
        <source>max layer std</source>
        <translation>各层最大标准差</translation>
    </message>
    <message>
        <source>log10 gradient ratio</source>
        <translation>log10 梯度比</translation>
    </message>
    <message>
        <source>log10 last RMS</source>
        <translation>log10 末层 RMS</translation>
    </message>
    <message>
        <source>log10 last RMS sd</source>
        <translation>log10 末层 RMS 的标准差</translation>
    </message>
    <message>
        <source>predicted log10 last RMS</source>
        <translation>log10 末层 RMS 预测值</translation>
    </message>
    <message>
        <source>recipe std</source>
        <translation>配方的标准差</translation>
    </message>
    <message>
        <source>p value</source>
        <translation>p 值</translation>
    </message>
    <message>
        <source>relative change</source>
        <translation>相对变化</translation>
    </message>
    <message>
        <source>follows</source>
        <translation>符合</translation>
    </message>
    <message>
        <source>deviates</source>
        <translation>偏离</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>正态</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>blocks %1–%2</source>
        <translation>第 %1–%2 块</translation>
    </message>
    <message>
        <source>layers %1–%2</source>
        <translation>第 %1–%2 层</translation>
    </message>
    <message>
        <source>Table of layers</source>
        <translation>各层的表</translation>
    </message>
    <message>
        <source>Table of blocks</source>
        <translation>各块的表</translation>
    </message>
    <message>
        <source>Table of modules</source>
        <translation>模块表</translation>
    </message>
    <message>
        <source>The table lists one in %1 of the %2 {layer|layers}, and the last.</source>
        <translation>共 %2 层，每 %1 层取一层，另加最后一层。</translation>
    </message>
    <message>
        <source>The table lists one in %1 of the %2 {block|blocks}, and the last.</source>
        <translation>共 %2 块，每 %1 块取一块，另加最后一块。</translation>
    </message>
    <message>
        <source>The table lists one in %1 of the %2 {cell|cells}, and the last.</source>
        <translation>共 %2 个单元格，每 %1 个取一个，另加最后一个。</translation>
    </message>
    <message>
        <source>The table lists one in %1 of the %2 {module|modules}, and the last.</source>
        <translation>该表每 %1 个列出一个，共 %2 个模块，并列出最后一个。</translation>
    </message>
    <message>
        <source>The table lists one in %1 of the %2 {tensor|tensors}, and the last.</source>
        <translation>共 %2 个张量，每 %1 个取一个，另加最后一个。</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Before and after “%1”: %2</source>
        <translation>“%1”之前与之后：%2</translation>
    </message>
    <message>
        <source>Signal and gradient through depth, before and after the fix: %1</source>
        <translation>修复前后沿深度的信号与梯度：%1</translation>
    </message>
    <message>
        <source>No problems were found in this network before its first training step.</source>
        <translation>在训练第一步之前，此网络没有发现问题。</translation>
    </message>
    <message>
        <source>The network was not diagnosed.</source>
        <translation>未对网络做诊断。</translation>
    </message>
    <message>
        <source>“%1” is drawn above: %2</source>
        <translation>“%1”已画在上面：%2</translation>
    </message>
    <message>
        <source>Theory</source>
        <translation>理论</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>相</translation>
    </message>
    <message>
        <source>signal length</source>
        <translation>信号长度</translation>
    </message>
    <message>
        <source>convergence of the correlation</source>
        <translation>相关系数的收敛方式</translation>
    </message>
    <message>
        <source>χ₁, growth of the squared gradient per layer</source>
        <translation>χ₁，每层梯度平方的增长</translation>
    </message>
    <message>
        <source>q*, fixed point of the signal length</source>
        <translation>q*，信号长度的不动点</translation>
    </message>
    <message>
        <source>c*, fixed point of the correlation</source>
        <translation>c*，相关系数的不动点</translation>
    </message>
    <message>
        <source>depth scale ξ of the length, in layers</source>
        <translation>长度的深度尺度 ξ（层）</translation>
    </message>
    <message>
        <source>depth scale ξ of the correlation, in layers</source>
        <translation>相关系数的深度尺度 ξ（层）</translation>
    </message>
    <message>
        <source>critical weight variance, times fan_in</source>
        <translation>权重的临界方差，乘以 fan_in</translation>
    </message>
    <message>
        <source>effective number of steps that write to the stream</source>
        <translation>有效写入残差流的步数</translation>
    </message>
    <message>
        <source>mean path length of the gradient, in steps</source>
        <translation>梯度的平均路径长度（步）</translation>
    </message>
    <message>
        <source>variance of the logits</source>
        <translation>logit 的方差</translation>
    </message>
    <message>
        <source>initial cross-entropy, in nats</source>
        <translation>初始交叉熵（nat）</translation>
    </message>
    <message>
        <source>Weights, signal, gradient and spectra are those after training step %1; theory and findings are those of step 0.</source>
        <translation>权重、信号、梯度与谱取自第 %1 个训练步之后；理论与诊断取自第 0 步。</translation>
    </message>
    <message>
        <source>Appendix</source>
        <translation>附录</translation>
    </message>
    <message>
        <source>Experiment file</source>
        <translation>实验文件</translation>
    </message>
    <message>
        <source>The network in PyTorch</source>
        <translation>网络的 PyTorch 代码</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>%1 of %2 cells were computed.</source>
        <translation>已计算 %2 个单元格中的 %1 个。</translation>
    </message>
    <message>
        <source>Study file</source>
        <translation>研究文件</translation>
    </message>
    <message>
        <source>Suggested fix:</source>
        <translation>建议的修复：</translation>
    </message>
    <message>
        <source>Suggested fixes:</source>
        <translation>建议的修复：</translation>
    </message>
    <message>
        <source>%1: reports are written as .html or .pdf</source>
        <translation>%1：报告写为 .html 或 .pdf</translation>
    </message>
    <message>
        <source>%1 {layer|layers} of width %2</source>
        <translation>%1 层，宽度 %2</translation>
    </message>
    <message>
        <source>%1 {block|blocks} of width %2</source>
        <translation>%1 块，宽度 %2</translation>
    </message>
    <message>
        <source>%1 {layer|layers} of widths %2, …, %3</source>
        <translation>%1 层，宽度 %2、…、%3</translation>
    </message>
    <message>
        <source>%1 layers of widths %2</source>
        <translation>%1 层，宽度 %2</translation>
    </message>
    <message>
        <source>%1 × %2 {token|tokens}, %3</source>
        <translation>%1 × %2 个词元，%3</translation>
    </message>
    <message>
        <source>%1 {sample|samples}, %2 with mean %3 and standard deviation %4</source>
        <translation>%1 个样本，%2，均值 %3，标准差 %4</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>核 %1</translation>
    </message>
    <message>
        <source>stride %1</source>
        <translation>步幅 %1</translation>
    </message>
    <message>
        <source>transposed</source>
        <translation>转置</translation>
    </message>
    <message>
        <source>not transposed</source>
        <translation>非转置</translation>
    </message>
    <message>
        <source>norm: %1</source>
        <translation>归一化：%1</translation>
    </message>
    <message>
        <source>correlation of two inputs at %1°</source>
        <translation>夹角为 %1° 的两个输入的相关系数</translation>
    </message>
    <message>
        <source>input width</source>
        <translation>输入宽度</translation>
    </message>
    <message>
        <source>%1 more {layer has its|layers have their} own settings.</source>
        <translation>另有 %1 层有单独设置。</translation>
    </message>
    <message>
        <source>varied</source>
        <translation>变化的量</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>The table lists the first %1 of %2 values.</source>
        <translation>%2 个值中的前 %1 个。</translation>
    </message>
    <message>
        <source>Settings of the first cell; the varied settings differ from cell to cell.</source>
        <translation>第一个单元格的设置；变化的设置各单元格不同。</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Symmetric log</source>
        <translation>对称对数</translation>
    </message>
    <message>
        <source>most of the signal</source>
        <translation>大部分信号</translation>
    </message>
    <message>
        <source>beyond the axis</source>
        <translation>超出坐标轴</translation>
    </message>
    <message>
        <source>the signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>not a finite number</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>fraction</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>pinned: 5th and 95th percentiles</source>
        <translation>已固定：第 5 与第 95 百分位数</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Entropy by block</source>
        <translation>各块的熵</translation>
    </message>
    <message>
        <source>Logit RMS by block, all keys and queries</source>
        <translation>各块的 logit RMS，所有键与查询</translation>
    </message>
    <message>
        <source>Logit std s by block, over the keys of a query</source>
        <translation>各块的 logit 标准差 s（对一个查询的所有键）</translation>
    </message>
    <message>
        <source>Entropy against logit std s</source>
        <translation>熵与 logit 标准差 s 的关系</translation>
    </message>
    <message>
        <source>Show theory</source>
        <translation>显示理论</translation>
    </message>
    <message>
        <source>Show Gaussian logits and saturation</source>
        <translation>显示高斯 logit 与饱和</translation>
    </message>
    <message>
        <source>single token: attention is trivial</source>
        <translation>只有一个词元：注意力是平凡的</translation>
    </message>
    <message>
        <source>ln T = %1</source>
        <translation>ln T = %1</translation>
    </message>
    <message>
        <source>saturates at s = √(2 ln T) = %1</source>
        <translation>s = √(2 ln T) = %1 时饱和</translation>
    </message>
    <message>
        <source>saturates at √(2 ln T) = %1</source>
        <translation>√(2 ln T) = %1 时饱和</translation>
    </message>
    <message>
        <source>block %1, head %2 · s %3 · entropy %4, of Gaussian logits %5</source>
        <translation>第 %1 块，头 %2 · s %3 · 熵 %4，高斯 logit 为 %5</translation>
    </message>
    <message>
        <source>attention entropy, nats</source>
        <translation>注意力熵，nat</translation>
    </message>
    <message>
        <source>logit std $s$ over the keys of a query</source>
        <translation>一个查询的各键上 logit 的标准差 $s$</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>Gaussian logits of the same s</source>
        <translation>相同 s 的高斯 logit</translation>
    </message>
    <message>
        <source>every logit</source>
        <translation>所有 logit</translation>
    </message>
    <message>
        <source>Gaussian logits</source>
        <translation>高斯 logit</translation>
    </message>
    <message>
        <source>block %1: entropy %2 of ln T = %3 · logit std %4</source>
        <translation>第 %1 块：熵 %2，ln T = %3 · logit 标准差 %4</translation>
    </message>
    <message>
        <source>%1theory: saturates at s = %2</source>
        <translation>%1理论：s = %2 时饱和</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Weight, logarithmic</source>
        <translation>权重，对数</translation>
    </message>
    <message>
        <source>Weight, linear</source>
        <translation>权重，线性</translation>
    </message>
    <message>
        <source>Weight relative to uniform attention</source>
        <translation>相对均匀注意力的权重</translation>
    </message>
    <message>
        <source>keys (all heads)</source>
        <translation>键（所有头）</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>head %1 · query %2 · key %3</source>
        <translation>头 %1 · 查询 %2 · 键 %3</translation>
    </message>
    <message>
        <source> · masked</source>
        <translation> · 已掩码</translation>
    </message>
    <message>
        <source> · weight %1 · uniform would be %2</source>
        <translation> · 权重 %1 · 均匀时为 %2</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Heads %1 to %2</source>
        <translation>头 %1 到 %2</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>, head %1</source>
        <translation>，头 %1</translation>
    </message>
    <message>
        <source>: heads 1 to %1 of %2</source>
        <translation>：头 1 到 %1，共 %2</translation>
    </message>
    <message numerus="yes">
        <source>: %n head(s)</source>
        <translation><numerusform>：%n 个头</numerusform></translation>
    </message>
    <message>
        <source>entropy %1</source>
        <translation>熵 %1</translation>
    </message>
    <message>
        <source>entropy %1 to %2</source>
        <translation>熵 %1 到 %2</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation>，上限 %1</translation>
    </message>
    <message>
        <source>token 1 is the class token; patches follow row by row</source>
        <translation>词元 1 是类别词元，其后图块逐行排列</translation>
    </message>
    <message>
        <source>tokens are patches, row by row</source>
        <translation>词元是图块，逐行排列</translation>
    </message>
    <message>
        <source>a cell covers %1 tokens: the sum over its keys, the mean over its queries</source>
        <translation>每格为 %1 个词元：键求和，查询取均值</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>choose a tensor</source>
        <translation>请选择张量</translation>
    </message>
    <message>
        <source>no finite number</source>
        <translation>没有有限数</translation>
    </message>
    <message>
        <source>entry %1</source>
        <translation>元素 %1</translation>
    </message>
    <message>
        <source> · recipe: density %1</source>
        <translation> · 配方：密度 %1</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>%1 with the same σ</source>
        <translation>%1，σ 相同</translation>
    </message>
    <message>
        <source>Wasserstein distance to the recipe %1 σ</source>
        <translation>与配方的 Wasserstein 距离 %1 σ</translation>
    </message>
    <message>
        <source>Wasserstein distance to %1: %2 σ</source>
        <translation>与%1的 Wasserstein 距离：%2 σ</translation>
    </message>
    <message>
        <source>%1 outside the histogram, as far as %2</source>
        <translation>直方图之外 %1 个，至 %2</translation>
    </message>
    <message>
        <source>✓ Every tensor follows its recipe</source>
        <translation>✓ 所有张量符合配方</translation>
    </message>
    <message>
        <source>These weights have been trained; no problems found</source>
        <translation>这些权重已经过训练，未发现问题</translation>
    </message>
    <message>
        <source>No recipe is known for these tensors; no problems found</source>
        <translation>这些张量没有已知配方，未发现问题</translation>
    </message>
    <message>
        <source>fraction of rows or columns that are shorter</source>
        <translation>更短的行或列所占比例</translation>
    </message>
    <message>
        <source>RMS of a row or column</source>
        <translation>一行或一列的 RMS</translation>
    </message>
    <message>
        <source>this tensor is not a matrix</source>
        <translation>此张量不是矩阵</translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation><numerusform>%n 列</numerusform></translation>
    </message>
    <message>
        <source>independent entries</source>
        <translation>独立元素</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of zeros</source>
        <translation><numerusform>%n 行全零</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) equal to another</source>
        <translation><numerusform>%n 行与另一行相同</numerusform></translation>
    </message>
    <message>
        <source>%1: %2 of %3 are shorter than %4</source>
        <translation>%1：%2/%3 短于 %4</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>σ relative to the recipe</source>
        <translation>σ 与配方之比</translation>
    </message>
    <message>
        <source>Change ‖ΔW‖/‖W‖</source>
        <translation>变化 ‖ΔW‖/‖W‖</translation>
    </message>
    <message>
        <source>Change ‖ΔW‖₂/√(fan_out/fan_in)</source>
        <translation>变化 ‖ΔW‖₂/√(fan_out/fan_in)</translation>
    </message>
    <message>
        <source>change since %1, ‖ΔW‖₂/√(fan_out/fan_in)</source>
        <translation>相对 %1 的变化，‖ΔW‖₂/√(fan_out/fan_in)</translation>
    </message>
    <message>
        <source>change since %1, ‖ΔW‖/‖W‖</source>
        <translation>相对 %1 的变化，‖ΔW‖/‖W‖</translation>
    </message>
    <message>
        <source>σ / recipe's σ</source>
        <translation>σ / 配方的 σ</translation>
    </message>
    <message>
        <source>no known recipe: $σ√fan_in$ instead</source>
        <translation>无已知配方：以 $σ√fan_in$ 代之</translation>
    </message>
    <message>
        <source>no tensors</source>
        <translation>无张量</translation>
    </message>
    <message>
        <source>✕ deviates</source>
        <translation>✕ 偏离</translation>
    </message>
    <message>
        <source>= constant, as the recipe specifies</source>
        <translation>= 常数，符合配方</translation>
    </message>
    <message>
        <source>≠ differs from the recipe's constant</source>
        <translation>≠ 与配方中的常数不同</translation>
    </message>
    <message>
        <source>hatched: unchanged, or not in both checkpoints</source>
        <translation>斜线：未变，或并非两个检查点都有</translation>
    </message>
    <message>
        <source>hatched: no recipe</source>
        <translation>斜线：无配方</translation>
    </message>
    <message>
        <source>hatched: no weight</source>
        <translation>斜线：无权重</translation>
    </message>
    <message>
        <source>all singular values are 0</source>
        <translation>所有奇异值为 0</translation>
    </message>
    <message>
        <source>an empty matrix</source>
        <translation>空矩阵</translation>
    </message>
    <message>
        <source>%1: not computed</source>
        <translation>%1：未计算</translation>
    </message>
    <message numerus="yes">
        <source>largest of %n row(s): %1</source>
        <translation><numerusform>%n 行中的最大值：%1</numerusform></translation>
    </message>
    <message>
        <source> (theory for independent entries: %1)</source>
        <translation>（独立元素的理论值 %1）</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) and part(s)</source>
        <translation><numerusform>%n 个张量与部分</numerusform></translation>
    </message>
    <message>
        <source>no row matches the filter</source>
        <translation>没有符合筛选的行</translation>
    </message>
    <message>
        <source>%1 follow their recipe</source>
        <translation>%1 个符合配方</translation>
    </message>
    <message>
        <source>%1 deviate</source>
        <translation>%1 个偏离配方</translation>
    </message>
    <message>
        <source>%1 trained</source>
        <translation>%1 个已训练</translation>
    </message>
    <message>
        <source>%1 without a known recipe</source>
        <translation>%1 个无已知配方</translation>
    </message>
    <message>
        <source>Try: %1</source>
        <translation>请试：%1</translation>
    </message>
    <message>
        <source>interrupted: nothing was written</source>
        <translation>已中断：未写出任何内容</translation>
    </message>
    <message>
        <source>interrupted: %1 {file was|files were} written</source>
        <translation>已中断：写出了 %1 个文件</translation>
    </message>
    <message>
        <source>there is not enough memory for this experiment</source>
        <translation>此实验内存不足</translation>
    </message>
    <message>
        <source>In units of the layer's RMS</source>
        <translation>以该层 RMS 为单位</translation>
    </message>
    <message>
        <source>Unscaled</source>
        <translation>按原值</translation>
    </message>
    <message>
        <source> (%1 of %2)</source>
        <translation>（%1/%2）</translation>
    </message>
    <message>
        <source>preactivation / RMS · percentiles 5, 25, 50, 75, 95</source>
        <translation>预激活值 / RMS · 第 5、25、50、75、95 百分位数</translation>
    </message>
    <message>
        <source>preactivation · percentiles 5, 25, 50, 75, 95</source>
        <translation>预激活值 · 第 5、25、50、75、95 百分位数</translation>
    </message>
    <message>
        <source>the preactivation</source>
        <translation>预激活值</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Largest probability</source>
        <translation>最大概率</translation>
    </message>
    <message>
        <source>attention in the order of execution</source>
        <translation>按执行顺序排列的注意力</translation>
    </message>
    <message>
        <source>no attention in this model</source>
        <translation>这个模型没有注意力</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>mean of the largest probability</source>
        <translation>最大概率的平均值</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>uniform %1</source>
        <translation>均匀 %1</translation>
    </message>
    <message>
        <source>logit std %1</source>
        <translation>logit 标准差 %1</translation>
    </message>
    <message>
        <source>largest probability %1</source>
        <translation>最大概率 %1</translation>
    </message>
    <message>
        <source>Output and gradient of the module</source>
        <translation>模块的输出与梯度</translation>
    </message>
    <message>
        <source>Output of the module</source>
        <translation>模块的输出</translation>
    </message>
    <message>
        <source>Gradient of the module</source>
        <translation>模块的梯度</translation>
    </message>
    <message>
        <source>Gradient of the parameter</source>
        <translation>参数的梯度</translation>
    </message>
    <message>
        <source>entry / RMS</source>
        <translation>元素 / RMS</translation>
    </message>
    <message>
        <source>choose a module in another figure</source>
        <translation>请在其他图中选择一个模块</translation>
    </message>
    <message>
        <source>%1: %2 of %3 entries here</source>
        <translation>%1：此处 %3 个元素中有 %2 个</translation>
    </message>
    <message>
        <source>%1: density %2</source>
        <translation>%1：密度 %2</translation>
    </message>
    <message>
        <source>the module of %1 was not recorded</source>
        <translation>没有记录 %1 所属的模块</translation>
    </message>
    <message>
        <source>%1 has no parameters</source>
        <translation>%1 没有参数</translation>
    </message>
    <message>
        <source>no output was recorded</source>
        <translation>没有记录输出</translation>
    </message>
    <message>
        <source>no gradient reached it</source>
        <translation>没有梯度到达这里</translation>
    </message>
    <message>
        <source>no backward pass was captured</source>
        <translation>没有捕获反向传播</translation>
    </message>
    <message>
        <source>%1: no entry is finite</source>
        <translation>%1：没有有限的元素</translation>
    </message>
    <message>
        <source>%1: every entry is 0</source>
        <translation>%1：所有元素都是 0</translation>
    </message>
    <message>
        <source>%1: every entry is %2</source>
        <translation>%1：所有元素都是 %2</translation>
    </message>
    <message>
        <source>%1: no histogram was recorded</source>
        <translation>%1：没有记录直方图</translation>
    </message>
    <message>
        <source>%1% zero</source>
        <translation>%1% 为零</translation>
    </message>
    <message>
        <source>✓ No problems found</source>
        <translation>✓ 没有发现问题</translation>
    </message>
    <message>
        <source>All formats</source>
        <translation>所有格式</translation>
    </message>
    <message>
        <source>Weights of the modules</source>
        <translation>模块的权重</translation>
    </message>
    <message>
        <source>$|x|$: band from the smallest to the largest, line: RMS</source>
        <translation>$|x|$：色带从最小到最大，线为 RMS</translation>
    </message>
    <message>
        <source>no magnitudes were recorded</source>
        <translation>没有记录绝对值</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 从 %2 到 %3</translation>
    </message>
    <message numerus="yes">
        <source>▲ %n module(s) beyond the largest number of %1</source>
        <translation><numerusform>▲ %n 个模块超出 %1 的最大数</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>▼ %n module(s) below the smallest number of %1</source>
        <translation><numerusform>▼ %n 个模块低于 %1 的最小数</numerusform></translation>
    </message>
    <message>
        <source>every tensor fits in %1</source>
        <translation>所有张量都在 %1 的范围内</translation>
    </message>
    <message>
        <source>fraction of the output's entries or units</source>
        <translation>输出的元素或神经元的比例</translation>
    </message>
    <message>
        <source>no fractions were recorded</source>
        <translation>没有记录比例</translation>
    </message>
    <message>
        <source>no output is zero or saturated, and no unit is dead or equal to another</source>
        <translation>没有为零或饱和的输出，也没有死亡或与其他相等的神经元</translation>
    </message>
    <message>
        <source>zeros %1%</source>
        <translation>零 %1%</translation>
    </message>
    <message>
        <source>saturated %1%</source>
        <translation>饱和 %1%</translation>
    </message>
    <message>
        <source>dead units %1%</source>
        <translation>死亡神经元 %1%</translation>
    </message>
    <message>
        <source>units equal to another %1%</source>
        <translation>与其他相等的神经元 %1%</translation>
    </message>
    <message>
        <source>RMS of the weights</source>
        <translation>权重的 RMS</translation>
    </message>
    <message>
        <source>RMS of the weights' gradient</source>
        <translation>权重梯度的 RMS</translation>
    </message>
    <message>
        <source>Update-to-weight ratio</source>
        <translation>更新量/权重</translation>
    </message>
    <message>
        <source>Relative to the other capture</source>
        <translation>相对于另一个捕获</translation>
    </message>
    <message>
        <source>%1 / that of %2</source>
        <translation>%1 / %2 的相应值</translation>
    </message>
    <message>
        <source>no parameters were recorded</source>
        <translation>没有记录任何参数</translation>
    </message>
    <message>
        <source>whole block</source>
        <translation>整个块</translation>
    </message>
    <message>
        <source>nothing in common with %1</source>
        <translation>与 %1 没有共同之处</translation>
    </message>
    <message>
        <source>no gradient is finite and above 0</source>
        <translation>没有大于 0 的有限梯度</translation>
    </message>
    <message>
        <source>one pass only: capture_steps records updates</source>
        <translation>只有一次运行：capture_steps 会记录更新</translation>
    </message>
    <message>
        <source>no weight is finite and above 0</source>
        <translation>没有大于 0 的有限权重</translation>
    </message>
    <message>
        <source>no output is finite and above 0</source>
        <translation>没有大于 0 的有限输出</translation>
    </message>
    <message>
        <source>✕ named by a finding</source>
        <translation>✕ 诊断所指</translation>
    </message>
    <message>
        <source>hatched: zero, or not in both captures</source>
        <translation>阴影：为零，或不在两个捕获中</translation>
    </message>
    <message>
        <source>hatched: zero, or not recorded</source>
        <translation>阴影：为零，或没有记录</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Largest magnitude</source>
        <translation>最大绝对值</translation>
    </message>
    <message>
        <source>largest magnitude</source>
        <translation>最大绝对值</translation>
    </message>
    <message>
        <source>✕ not finite: %1</source>
        <translation>✕ 非有限：%1</translation>
    </message>
    <message>
        <source>▼ all zeros: %1</source>
        <translation>▼ 全为零：%1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>○ outlier: %1 at %2</source>
        <translation>○ 离群值：%1，位于 %2</translation>
    </message>
    <message>
        <source>%1 is not a matrix</source>
        <translation>%1 不是矩阵</translation>
    </message>
    <message>
        <source>%1 has entries that are not finite</source>
        <translation>%1 有非有限的元素</translation>
    </message>
    <message>
        <source>all singular values of %1 are 0</source>
        <translation>%1 的奇异值都是 0</translation>
    </message>
    <message>
        <source>no singular values of %1 were recorded</source>
        <translation>没有记录 %1 的奇异值</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>RMS of outputs</source>
        <translation>输出的 RMS</translation>
    </message>
    <message>
        <source>RMS of gradients</source>
        <translation>梯度的 RMS</translation>
    </message>
    <message>
        <source>RMS of the update / RMS of the weights</source>
        <translation>更新的 RMS / 权重的 RMS</translation>
    </message>
    <message>
        <source>no finite loss was recorded</source>
        <translation>没有记录有限的损失</translation>
    </message>
    <message>
        <source>no update was recorded, or all are 0</source>
        <translation>没有记录更新，或更新都是 0</translation>
    </message>
    <message>
        <source>not recorded by step</source>
        <translation>没有逐步记录</translation>
    </message>
    <message>
        <source>bold: %1</source>
        <translation>粗线：%1</translation>
    </message>
    <message>
        <source>dashed: 10⁻³, a common target</source>
        <translation>虚线：10⁻³，常用目标</translation>
    </message>
    <message>
        <source>loss from %1 to %2</source>
        <translation>损失从 %1 到 %2</translation>
    </message>
    <message>
        <source>%1 of %2 lines</source>
        <translation>%2 条线中的 %1 条</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message numerus="yes">
        <source>%n parameter(s)</source>
        <translation><numerusform>%n 个参数</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) of modules</source>
        <translation><numerusform>%n 次模块调用</numerusform></translation>
    </message>
    <message>
        <source>%1 named by a finding</source>
        <translation>%1 个由诊断指出</translation>
    </message>
    <message>
        <source>Roles of all blocks</source>
        <translation>各块的角色</translation>
    </message>
    <message>
        <source>Selected module by step</source>
        <translation>所选模块的各步</translation>
    </message>
    <message>
        <source>one width only: coordinate_check records several</source>
        <translation>只有一个宽度：coordinate_check 会记录多个</translation>
    </message>
    <message>
        <source>RMS of the output at step %1</source>
        <translation>第 %1 步输出的 RMS</translation>
    </message>
    <message>
        <source>grows with width</source>
        <translation>随宽度增长</translation>
    </message>
    <message>
        <source>shrinks with width</source>
        <translation>随宽度缩小</translation>
    </message>
    <message>
        <source>%1 (slope %2)</source>
        <translation>%1（斜率 %2）</translation>
    </message>
    <message>
        <source>▲ grows with width: %1</source>
        <translation>▲ 随宽度增长：%1</translation>
    </message>
    <message>
        <source>▼ shrinks with width: %1</source>
        <translation>▼ 随宽度缩小：%1</translation>
    </message>
    <message>
        <source>slopes need three widths</source>
        <translation>斜率需要三个宽度</translation>
    </message>
    <message>
        <source>Open capture</source>
        <translation>打开捕获</translation>
    </message>
    <message>
        <source>Compare with another capture</source>
        <translation>与另一个捕获比较</translation>
    </message>
    <message>
        <source>no capture is open</source>
        <translation>没有打开的捕获</translation>
    </message>
    <message>
        <source>Last output</source>
        <translation>末层输出</translation>
    </message>
    <message>
        <source>Last preactivation</source>
        <translation>末层预激活值</translation>
    </message>
    <message>
        <source>First weights</source>
        <translation>首层权重</translation>
    </message>
    <message>
        <source>In units of each cell's RMS</source>
        <translation>以各单元格的 RMS 为单位</translation>
    </message>
    <message>
        <source>last output</source>
        <translation>末层输出</translation>
    </message>
    <message>
        <source>last preactivation</source>
        <translation>末层预激活值</translation>
    </message>
    <message>
        <source>first weights</source>
        <translation>首层权重</translation>
    </message>
    <message>
        <source>%1 / RMS</source>
        <translation>%1 / RMS</translation>
    </message>
    <message>
        <source> · percentiles 5, 25, 50, 75, 95</source>
        <translation> · 第 5、25、50、75、95 百分位数</translation>
    </message>
    <message>
        <source>%1 · 5%: %2 · 25%: %3 · median %4 · 75%: %5 · 95%: %6 · RMS %7</source>
        <translation>%1 · 5%：%2 · 25%：%3 · 中位数 %4 · 75%：%5 · 95%：%6 · RMS %7</translation>
    </message>
    <message>
        <source>Show theory of the selected cell</source>
        <translation>显示所选单元格的理论</translation>
    </message>
    <message>
        <source>%1 of %2 lines shown; the grey band spans all</source>
        <translation>显示 %2 条曲线中的 %1 条；灰色带涵盖全部</translation>
    </message>
    <message>
        <source>zero in every layer of every cell</source>
        <translation>所有单元格的所有层均为零</translation>
    </message>
    <message>
        <source>Lines in a panel</source>
        <translation>每格中的曲线</translation>
    </message>
    <message>
        <source>Mean and std of the output</source>
        <translation>输出的均值与标准差</translation>
    </message>
    <message>
        <source>Std of the output</source>
        <translation>输出的标准差</translation>
    </message>
    <message>
        <source>Logarithmic for wide ranges</source>
        <translation>跨度大时用对数</translation>
    </message>
    <message>
        <source>std and |mean| of the output</source>
        <translation>输出的标准差与 |均值|</translation>
    </message>
    <message>
        <source>std and mean of the output</source>
        <translation>输出的标准差与均值</translation>
    </message>
    <message>
        <source>std %1, mean %2</source>
        <translation>标准差 %1，均值 %2</translation>
    </message>
    <message>
        <source>zero in every layer</source>
        <translation>所有层均为零</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Values, automatic</source>
        <translation>值，自动刻度</translation>
    </message>
    <message>
        <source>Values, linear</source>
        <translation>值，线性</translation>
    </message>
    <message>
        <source>Values, logarithmic</source>
        <translation>值，对数</translation>
    </message>
    <message>
        <source>Show finite-width band, 1 σ</source>
        <translation>显示有限宽度带，1 σ</translation>
    </message>
    <message>
        <source>%1 more lines, from dark to light</source>
        <translation>另有 %1 条曲线，由深到浅</translation>
    </message>
    <message>
        <source>Cells as rows</source>
        <translation>单元格为行</translation>
    </message>
    <message>
        <source>Last parameter as columns</source>
        <translation>最后一个参数为列</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>stability by last std (high: 0.5 to 2, low: up to 0.1, medium: others): %1</source>
        <translation>按末层标准差的稳定性（0.5 到 2：高，0.1 以下：低，其余：中）：%1</translation>
    </message>
    <message>
        <source> · not computed yet</source>
        <translation> · 尚未计算</translation>
    </message>
    <message>
        <source>%1 · last std %2</source>
        <translation>%1 · 末层标准差 %2</translation>
    </message>
    <message>
        <source>stability %1</source>
        <translation>稳定性 %1</translation>
    </message>
    <message>
        <source>Shared axes unless scales are far apart</source>
        <translation>共用坐标轴，除非尺度悬殊</translation>
    </message>
    <message>
        <source>Shared axes</source>
        <translation>共用坐标轴</translation>
    </message>
    <message>
        <source>Separate axes</source>
        <translation>各自的坐标轴</translation>
    </message>
    <message>
        <source>In units of its σ</source>
        <translation>以各自 σ 为单位</translation>
    </message>
    <message>
        <source>Show mean and ±σ</source>
        <translation>显示均值与 ±σ</translation>
    </message>
    <message>
        <source>no finite weights</source>
        <translation>没有有限权重</translation>
    </message>
    <message>
        <source>weight of %1 1 − mean, in $σ$</source>
        <translation>第 1 %1的权重 − 均值，以 $σ$ 计</translation>
    </message>
    <message>
        <source>weight of %1 1</source>
        <translation>第 1 %1的权重</translation>
    </message>
    <message>
        <source>density, separate scales</source>
        <translation>密度，各自的刻度</translation>
    </message>
    <message>
        <source>±σ</source>
        <translation>±σ</translation>
    </message>
    <message>
        <source> · mean %1 · std %2</source>
        <translation> · 均值 %1 · 标准差 %2</translation>
    </message>
    <message>
        <source> (distribution %1)</source>
        <translation>（分布 %1）</translation>
    </message>
    <message>
        <source> · %1 at %2</source>
        <translation> · %2 处 %1</translation>
    </message>
    <message>
        <source> · density %1 at %2</source>
        <translation> · %2 处密度 %1</translation>
    </message>
    <message>
        <source>%1 at %2 →</source>
        <translation>%2 处 %1 →</translation>
    </message>
    <message>
        <source>← %1 at %2</source>
        <translation>← %2 处 %1</translation>
    </message>
    <message>
        <source>Open checkpoint</source>
        <translation>打开检查点</translation>
    </message>
    <message>
        <source>Compare with an earlier checkpoint</source>
        <translation>与较早的检查点比较</translation>
    </message>
    <message>
        <source>no checkpoint is open</source>
        <translation>没有打开检查点</translation>
    </message>
    <message>
        <source>No comparison</source>
        <translation>不比较</translation>
    </message>
    <message>
        <source>Default quantity</source>
        <translation>默认的量</translation>
    </message>
    <message>
        <source>Comparison: %1</source>
        <translation>比较：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>choose a comparison</source>
        <translation>请选择一种比较</translation>
    </message>
    <message>
        <source>not available for this network</source>
        <translation>此网络没有该量</translation>
    </message>
    <message>
        <source>“%1” does not apply to this network</source>
        <translation>“%1”不适用于此网络</translation>
    </message>
    <message>
        <source>then the largest of %1</source>
        <translation>再取 %1 中的最大值</translation>
    </message>
    <message>
        <source>then the mean of %1</source>
        <translation>再取 %1 的均值</translation>
    </message>
    <message>
        <source>output × %1</source>
        <translation>输出 × %1</translation>
    </message>
    <message>
        <source>fans</source>
        <translation>扇入扇出</translation>
    </message>
    <message>
        <source>each input enters %n product(s)</source>
        <translation>每个输入参与 %n 个乘积</translation>
    </message>
    <message>
        <source>last factor: variance left after truncation or rounding</source>
        <translation>末项因子：截断或舍入后所余方差</translation>
    </message>
    <message>
        <source>n: weights that reach an output of the transposed convolution</source>
        <translation>n：到达转置卷积一个输出的权重个数</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>v: the variance that the norm divides by</source>
        <translation>v：归一化所除的方差</translation>
    </message>
    <message>
        <source>last factor: zero padding</source>
        <translation>末项因子：零填充</translation>
    </message>
    <message>
        <source>gradient norm preserved</source>
        <translation>梯度范数不变</translation>
    </message>
    <message>
        <source>gradient shrinks by</source>
        <translation>梯度缩小</translation>
    </message>
    <message>
        <source>gradient grows by</source>
        <translation>梯度增大</translation>
    </message>
    <message>
        <source>per layer</source>
        <translation>每层</translation>
    </message>
    <message>
        <source>correlation</source>
        <translation>相关系数</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>all weight in one tap: waves over positions pass unattenuated</source>
        <translation>全部权重在一个抽头中：沿位置的波无衰减地通过</translation>
    </message>
    <message>
        <source>factors for waves with periods of %1 positions, in addition to χ</source>
        <translation>周期为 %1 个位置的波所乘的因子（在 χ 之外）</translation>
    </message>
    <message>
        <source>mean square singular value after %n layer(s)</source>
        <translation>%n 层后奇异值的均方</translation>
    </message>
    <message>
        <source>depth scale</source>
        <translation>深度尺度</translation>
    </message>
    <message>
        <source>layers: correlations approach 1 as a power law in depth</source>
        <translation>层：相关系数随深度按幂律趋于 1</translation>
    </message>
    <message>
        <source>layers: trainable depth ≈ 6 ξ = %1, here %2</source>
        <translation>层：可训练深度 ≈ 6 ξ = %1，此处 %2</translation>
    </message>
    <message>
        <source>fixed point</source>
        <translation>不动点</translation>
    </message>
    <message>
        <source>finite width</source>
        <translation>有限宽度</translation>
    </message>
    <message>
        <source>68% of networks within ×%1</source>
        <translation>68% 的网络在 ×%1 之内</translation>
    </message>
    <message>
        <source>Correlation c, linear</source>
        <translation>相关系数 c，线性</translation>
    </message>
    <message>
        <source>Distance 1 − c, logarithmic</source>
        <translation>距离 1 − c，对数</translation>
    </message>
    <message>
        <source>Show finite-width band, 1 σ and 2 σ</source>
        <translation>显示有限宽度带，1 σ 与 2 σ</translation>
    </message>
    <message>
        <source>1 − cosine between two tokens</source>
        <translation>1 − 两个词元的余弦</translation>
    </message>
    <message>
        <source>cosine between two tokens</source>
        <translation>两个词元的余弦</translation>
    </message>
    <message>
        <source>$1 − c$ of two inputs</source>
        <translation>两个输入的 $1 − c$</translation>
    </message>
    <message>
        <source>correlation $c$ of two inputs</source>
        <translation>两个输入的相关系数 $c$</translation>
    </message>
    <message>
        <source>c*</source>
        <translation>c*</translation>
    </message>
    <message>
        <source>c</source>
        <translation>c</translation>
    </message>
    <message>
        <source>1 − %1</source>
        <translation>1 − %1</translation>
    </message>
    <message>
        <source>the correlation</source>
        <translation>相关系数</translation>
    </message>
    <message>
        <source>inputs %1° apart</source>
        <translation>输入夹角 %1°</translation>
    </message>
    <message>
        <source> · theory: c* %1</source>
        <translation> · 理论：c* %1</translation>
    </message>
    <message>
        <source>rank collapse: above %1 from %2 on</source>
        <translation>秩坍缩：自 %2 起高于 %1</translation>
    </message>
    <message>
        <source>the distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>single token: nothing to compare</source>
        <translation>只有一个词元：无可比较</translation>
    </message>
    <message>
        <source>trend</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>final RMS</source>
        <translation>末层 RMS</translation>
    </message>
    <message>
        <source>The settings are identical</source>
        <translation>设置完全相同</translation>
    </message>
    <message>
        <source>Play the signal</source>
        <translation>播放信号</translation>
    </message>
    <message>
        <source>Colour: signal</source>
        <translation>颜色：信号</translation>
    </message>
    <message>
        <source>Colour: gradient</source>
        <translation>颜色：梯度</translation>
    </message>
    <message>
        <source>gradient RMS relative to the output end</source>
        <translation>梯度 RMS（相对于输出端）</translation>
    </message>
    <message>
        <source>signal RMS</source>
        <translation>信号 RMS</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 个位置</translation>
    </message>
    <message>
        <source>signal RMS %1</source>
        <translation>信号 RMS %1</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>no experts</source>
        <translation>没有专家</translation>
    </message>
    <message>
        <source>× uniform load</source>
        <translation>× 均匀负载</translation>
    </message>
    <message>
        <source>block %1, expert %2: %3% of the tokens, uniform: %4%</source>
        <translation>第 %1 块，专家 %2：词元的 %3%，均匀时 %4%</translation>
    </message>
    <message>
        <source>Forward: signal</source>
        <translation>前向：信号</translation>
    </message>
    <message>
        <source>Backward: gradient</source>
        <translation>反向：梯度</translation>
    </message>
    <message>
        <source>Signal: preactivation</source>
        <translation>信号：预激活值</translation>
    </message>
    <message>
        <source>Signal: output</source>
        <translation>信号：输出</translation>
    </message>
    <message>
        <source>Loss scaling: the largest gradient just fits</source>
        <translation>损失缩放：最大梯度刚好可容纳</translation>
    </message>
    <message>
        <source>$|x|$: band from its 5th percentile to its maximum, line: RMS</source>
        <translation>$|x|$：带为第 5 百分位数到最大值，线为 RMS</translation>
    </message>
    <message>
        <source>, beyond %1</source>
        <translation>，超出 %1</translation>
    </message>
    <message>
        <source>, %1 becomes 0 in %2</source>
        <translation>，%1 在 %2 中变为 0</translation>
    </message>
    <message>
        <source>%1, theory</source>
        <translation>%1，理论</translation>
    </message>
    <message>
        <source>loss × %1</source>
        <translation>损失 × %1</translation>
    </message>
    <message>
        <source>small entries of the %1 were not counted</source>
        <translation>%1中的小元素未计入</translation>
    </message>
    <message>
        <source>too large for %1</source>
        <translation>对 %1 过大</translation>
    </message>
    <message>
        <source>too small for %1</source>
        <translation>对 %1 过小</translation>
    </message>
    <message>
        <source>all layers fit in %1: no large or small entries are lost</source>
        <translation>所有层都在 %1 的范围内：没有元素因过大或过小而丢失</translation>
    </message>
    <message>
        <source>exceeded</source>
        <translation>超出范围</translation>
    </message>
    <message>
        <source>%1 hold all values</source>
        <translation>%1 能容纳所有值</translation>
    </message>
    <message>
        <source>%1 holds all values</source>
        <translation>%1 能容纳所有值</translation>
    </message>
    <message>
        <source>%1 of %2 cells: about %3 and %4</source>
        <translation>%2 个单元格中的 %1 个：约 %3，%4</translation>
    </message>
    <message>
        <source>%1 {cell|cells}: about %2 and %3</source>
        <translation>%1 个单元格：约 %2，%3</translation>
    </message>
    <message>
        <source>no zero, saturated or dead units</source>
        <translation>没有输出为零或饱和的神经元，也没有死亡神经元</translation>
    </message>
    <message>
        <source>pinned: %1</source>
        <translation>已固定：%1</translation>
    </message>
    <message>
        <source>Use in the experiment</source>
        <translation>用于实验</translation>
    </message>
    <message>
        <source>Critical gains</source>
        <translation>临界增益</translation>
    </message>
    <message>
        <source>%1 is not a function of one number and has no single gain</source>
        <translation>%1 不是一元函数，没有单一的增益</translation>
    </message>
    <message>
        <source>forward gain</source>
        <translation>前向增益</translation>
    </message>
    <message>
        <source>variance gain</source>
        <translation>方差增益</translation>
    </message>
    <message>
        <source>backward gain</source>
        <translation>反向增益</translation>
    </message>
    <message>
        <source>PyTorch's gain</source>
        <translation>PyTorch 的增益</translation>
    </message>
    <message>
        <source>Critical at this q</source>
        <translation>在此 q 处临界</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Critical without biases</source>
        <translation>无偏置时临界</translation>
    </message>
    <message>
        <source>all q</source>
        <translation>任意 q</translation>
    </message>
    <message>
        <source>Fixed points at the forward gain</source>
        <translation>前向增益下的不动点</translation>
    </message>
    <message>
        <source>At this q</source>
        <translation>在此 q 处</translation>
    </message>
    <message>
        <source>marginal</source>
        <translation>临界稳定</translation>
    </message>
    <message>
        <source>No critical point at this q: it would need a negative bias variance.</source>
        <translation>此 q 处没有临界点：需要负的偏置方差。</translation>
    </message>
    <message>
        <source>Critical without biases: %1.</source>
        <translation>无偏置时临界：%1。</translation>
    </message>
    <message>
        <source>With the forward gain, larger signals grow without bound.</source>
        <translation>按前向增益，较大的信号会无界增长。</translation>
    </message>
    <message>
        <source>Activation and derivative</source>
        <translation>激活函数与导数</translation>
    </message>
    <message>
        <source>Variance map</source>
        <translation>方差映射</translation>
    </message>
    <message>
        <source>Click, or press ← or →, to choose the √q of the gain calculator.</source>
        <translation>点击，或按 ← 或 →，选择增益计算器所用的 √q。</translation>
    </message>
    <message>
        <source>φ(z), φ′(z)</source>
        <translation>φ(z)、φ′(z)</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>V(q)/q</source>
        <translation>V(q)/q</translation>
    </message>
    <message>
        <source>√q, standard deviation of z</source>
        <translation>√q，z 的标准差</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>φ</source>
        <translation>φ</translation>
    </message>
    <message>
        <source>φ′</source>
        <translation>φ′</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>临界</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>mean, fraction</source>
        <translation>均值、比例</translation>
    </message>
    <message>
        <source>this network has no gates</source>
        <translation>该网络没有门</translation>
    </message>
    <message>
        <source>dashed: fraction of saturated gates</source>
        <translation>虚线：饱和的门所占比例</translation>
    </message>
    <message>
        <source>Gradient at a matrix's output</source>
        <translation>矩阵输出处的梯度</translation>
    </message>
    <message>
        <source>Signal at a matrix's output</source>
        <translation>矩阵输出处的信号</translation>
    </message>
    <message>
        <source>Show theory of the stream</source>
        <translation>显示残差流的理论</translation>
    </message>
    <message>
        <source>Gradient by step and gate</source>
        <translation>各步各门的梯度</translation>
    </message>
    <message>
        <source>Signal by step and gate</source>
        <translation>各步各门的信号</translation>
    </message>
    <message>
        <source>Signal by block and role</source>
        <translation>各块各角色的信号</translation>
    </message>
    <message>
        <source>the gradient of %1</source>
        <translation>%1的梯度</translation>
    </message>
    <message>
        <source>the output of %1</source>
        <translation>%1的输出</translation>
    </message>
    <message>
        <source>every matrix</source>
        <translation>所有矩阵</translation>
    </message>
    <message>
        <source>pinned: ● stream, ○ %1</source>
        <translation>已固定：● 残差流，○ %1</translation>
    </message>
    <message>
        <source>Density, linear</source>
        <translation>密度，线性</translation>
    </message>
    <message>
        <source>Density, logarithmic</source>
        <translation>密度，对数</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>logit %1</source>
        <translation>logit %1</translation>
    </message>
    <message>
        <source> · %1 of %2 logits here</source>
        <translation> · 此处 %1/%2 个 logit</translation>
    </message>
    <message>
        <source> · theory: density %1</source>
        <translation> · 理论：密度 %1</translation>
    </message>
    <message>
        <source>cross-entropy %1</source>
        <translation>交叉熵 %1</translation>
    </message>
    <message>
        <source>ln %1 = %2</source>
        <translation>ln %1 = %2</translation>
    </message>
    <message>
        <source>theory %1 (ln %2 + Var/2 = %3)</source>
        <translation>理论 %1（ln %2 + Var/2 = %3）</translation>
    </message>
    <message>
        <source>tied head: own-token logit is an outlier, up to %1 σ</source>
        <translation>绑定的输出头：词元自身的 logit 离群，可达 %1 σ</translation>
    </message>
    <message>
        <source>new-token rows: norm %1 vs. %2, cosine %3 to the nearest</source>
        <translation>新词元的行：范数 %1（其余各行：%2），与最近行的余弦为 %3</translation>
    </message>
    <message>
        <source>probability %1 in total</source>
        <translation>合计概率 %1</translation>
    </message>
    <message>
        <source>their cross-entropy %1</source>
        <translation>其交叉熵 %1</translation>
    </message>
    <message>
        <source>Correlation map</source>
        <translation>相关系数映射</translation>
    </message>
    <message>
        <source>length of this layer, $q_l$</source>
        <translation>本层长度，$q_l$</translation>
    </message>
    <message>
        <source>correlation in this layer, $c_l$</source>
        <translation>本层相关系数，$c_l$</translation>
    </message>
    <message>
        <source>next layer, $q_{l + 1}$</source>
        <translation>下一层，$q_{l + 1}$</translation>
    </message>
    <message>
        <source>next layer, $c_{l + 1}$</source>
        <translation>下一层，$c_{l + 1}$</translation>
    </message>
    <message>
        <source>map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>this network</source>
        <translation>此网络</translation>
    </message>
    <message>
        <source>%1 fixed point · %2 %3</source>
        <translation>%1不动点 · %2 %3</translation>
    </message>
    <message>
        <source>%1 %2 in this layer · %3 in the next</source>
        <translation>本层 %1 %2 · 下一层 %3</translation>
    </message>
    <message>
        <source>pinned: ◉ fixed point</source>
        <translation>已固定：◉ 不动点</translation>
    </message>
    <message>
        <source>mean-field theory does not cover these weights</source>
        <translation>平均场理论不适用于这些权重</translation>
    </message>
    <message>
        <source>no signal is left: correlations are undefined</source>
        <translation>信号消失：相关系数无定义</translation>
    </message>
    <message>
        <source>%1 · $ξ_q$ %2</source>
        <translation>%1 · $ξ_q$ %2</translation>
    </message>
    <message>
        <source>slope at 1: %1</source>
        <translation>1 处斜率：%1</translation>
    </message>
    <message>
        <source>theory: %1</source>
        <translation>理论：%1</translation>
    </message>
    <message>
        <source>q* = %1</source>
        <translation>q* = %1</translation>
    </message>
    <message>
        <source>c* = %1</source>
        <translation>c* = %1</translation>
    </message>
    <message>
        <source>Memory 1/(Δ $|A|$)</source>
        <translation>记忆 1/(Δ $|A|$)</translation>
    </message>
    <message>
        <source>Time step Δ</source>
        <translation>时间步 Δ</translation>
    </message>
    <message>
        <source>no scan</source>
        <translation>没有扫描</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>memory, tokens</source>
        <translation>记忆（词元）</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>distribution: %1</source>
        <translation>分布：%1</translation>
    </message>
    <message>
        <source>sampled: %1</source>
        <translation>采样：%1</translation>
    </message>
    <message>
        <source>Gradient growth per layer (χ₁)</source>
        <translation>每层梯度增长（χ₁）</translation>
    </message>
    <message>
        <source>Correlation depth scale (ξ)</source>
        <translation>相关系数的深度尺度（ξ）</translation>
    </message>
    <message>
        <source>Drag the point or click to set the variances of all layers. It snaps to the critical line unless Shift is held. Ctrl-drag pans; the wheel zooms.</source>
        <translation>拖动该点或单击，以设置所有层的方差。点在临界线附近会吸附到线上，按住 Shift 则不吸附。按住 Ctrl 拖动可平移；滚轮缩放。</translation>
    </message>
    <message>
        <source>current network · %1 · drag to move</source>
        <translation>当前网络 · %1 · 可拖动</translation>
    </message>
    <message>
        <source>pinned %1 · %2</source>
        <translation>已固定 %1 · %2</translation>
    </message>
    <message>
        <source> · click to snap to χ₁ = 1</source>
        <translation> · 单击吸附到 χ₁ = 1</translation>
    </message>
    <message>
        <source> · click to move here</source>
        <translation> · 单击移到此处</translation>
    </message>
    <message>
        <source>Variances</source>
        <translation>方差</translation>
    </message>
    <message>
        <source> · on the critical line, χ₁ = 1</source>
        <translation> · 在临界线上，χ₁ = 1</translation>
    </message>
    <message>
        <source>name of the pin</source>
        <translation>固定项的名称</translation>
    </message>
    <message>
        <source>Show in the figures</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Show this pin alone</source>
        <translation>只显示此固定项</translation>
    </message>
    <message>
        <source>Compare side by side with the current experiment</source>
        <translation>与当前实验并排比较</translation>
    </message>
    <message>
        <source>Swap with the current experiment</source>
        <translation>与当前实验互换</translation>
    </message>
    <message>
        <source>Save as a file…</source>
        <translation>另存为文件…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>!</source>
        <translation>!</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>RMS compared with float32</source>
        <translation>RMS，与 float32 对比</translation>
    </message>
    <message>
        <source>Fraction that becomes 0</source>
        <translation>变为 0 的占比</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>fraction that becomes 0</source>
        <translation>变为 0 的占比</translation>
    </message>
    <message>
        <source>choose a precision under Run to compare with float32</source>
        <translation>在“运行”中选一种精度，与 float32 比较</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>%1: relative spacing %2, from %3 to %4</source>
        <translation>%1：相对间距 %2，范围 %3 到 %4</translation>
    </message>
    <message>
        <source> · loss scale %1</source>
        <translation> · 损失缩放 %1</translation>
    </message>
    <message>
        <source>Forward: preactivation</source>
        <translation>前向：预激活值</translation>
    </message>
    <message>
        <source>Forward: output</source>
        <translation>前向：输出</translation>
    </message>
    <message>
        <source>Correlation of branch and stream</source>
        <translation>分支与残差流的相关系数</translation>
    </message>
    <message>
        <source>Fractions of branches</source>
        <translation>分支的占比</translation>
    </message>
    <message>
        <source>Gains of mixed streams</source>
        <translation>混合流的增益</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>single stream: nothing is mixed</source>
        <translation>只有一条流：没有混合</translation>
    </message>
    <message>
        <source>%1 follows every sum; the sum itself is not recorded</source>
        <translation>每次求和之后都有%1；求和结果本身未记录</translation>
    </message>
    <message>
        <source> and </source>
        <translation>与</translation>
    </message>
    <message>
        <source> is </source>
        <translation>为</translation>
    </message>
    <message>
        <source> are </source>
        <translation>为</translation>
    </message>
    <message>
        <source> (theory %1%2)</source>
        <translation>（理论 %1%2）</translation>
    </message>
    <message>
        <source>, %1 off</source>
        <translation>，相差 %1</translation>
    </message>
    <message>
        <source>stream RMS</source>
        <translation>残差流 RMS</translation>
    </message>
    <message>
        <source>back through the branch</source>
        <translation>经分支返回</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>correlation %1</source>
        <translation>相关系数 %1</translation>
    </message>
    <message>
        <source>correlation of branch and stream</source>
        <translation>分支与残差流的相关系数</translation>
    </message>
    <message>
        <source>correlation of branch and stream gradients</source>
        <translation>分支与残差流梯度的相关系数</translation>
    </message>
    <message>
        <source>branch's fraction of the mean square</source>
        <translation>分支占均方的比例</translation>
    </message>
    <message>
        <source>branch's fraction of the stream's mean square</source>
        <translation>分支占残差流均方的比例</translation>
    </message>
    <message>
        <source>branch's fraction of the gradient's mean square</source>
        <translation>分支占梯度均方的比例</translation>
    </message>
    <message>
        <source>largest row or column sum of products of H_res</source>
        <translation>H_res 之积的最大行和或列和</translation>
    </message>
    <message>
        <source>gradient %1</source>
        <translation>梯度 %1</translation>
    </message>
    <message>
        <source>variances added up</source>
        <translation>方差相加</translation>
    </message>
    <message>
        <source>max. deviation from theory %1</source>
        <translation>与理论的最大偏差 %1</translation>
    </message>
    <message>
        <source>, gradient </source>
        <translation>，梯度 </translation>
    </message>
    <message>
        <source>theory: effective depth %1 of %2 blocks</source>
        <translation>理论：有效深度 %1，共 %2 块</translation>
    </message>
    <message>
        <source>theory: effective depth %1 of %2 steps</source>
        <translation>理论：有效深度 %1，共 %2 步</translation>
    </message>
    <message>
        <source>theory: mean gradient path %1 ± %2 branches</source>
        <translation>理论：梯度路径平均 %1 ± %2 个分支</translation>
    </message>
    <message>
        <source>pinned %1: %2</source>
        <translation>已固定 %1：%2</translation>
    </message>
    <message>
        <source>Jacobian of the whole network</source>
        <translation>整个网络的雅可比矩阵</translation>
    </message>
    <message>
        <source>Jacobian of the layer</source>
        <translation>该层的雅可比矩阵</translation>
    </message>
    <message>
        <source>Weights of the layer</source>
        <translation>该层的权重</translation>
    </message>
    <message>
        <source>Convolution as an operator</source>
        <translation>作为算子的卷积</translation>
    </message>
    <message>
        <source>s = %1 · %2 singular values</source>
        <translation>s = %1 · %2 个奇异值</translation>
    </message>
    <message>
        <source>final activation std %1</source>
        <translation>末层激活值标准差 %1</translation>
    </message>
    <message>
        <source>last state RMS %1</source>
        <translation>末步状态 RMS %1</translation>
    </message>
    <message>
        <source>last stream RMS %1</source>
        <translation>末端残差流 RMS %1</translation>
    </message>
    <message>
        <source>last RMS %1 vs. %2</source>
        <translation>末层 RMS 与 %2 之比：%1</translation>
    </message>
    <message>
        <source>cross-entropy %1, ln %2 = %3</source>
        <translation>交叉熵 %1，ln %2 = %3</translation>
    </message>
    <message>
        <source>deviates from theory: the final signal is zero</source>
        <translation>偏离理论：末端信号为零</translation>
    </message>
    <message>
        <source>the final signal is zero, as happens in networks this narrow</source>
        <translation>末端信号为零，这样窄的网络会出现这种情况</translation>
    </message>
    <message>
        <source>%1 from theory</source>
        <translation>与理论相差 %1</translation>
    </message>
    <message>
        <source>too narrow for theory to predict the scatter</source>
        <translation>网络太窄，理论无法预测散布</translation>
    </message>
    <message>
        <source>%1, normal for this width</source>
        <translation>%1，在此宽度下正常</translation>
    </message>
    <message>
        <source>%1, unusual for this width</source>
        <translation>%1，在此宽度下少见</translation>
    </message>
    <message>
        <source>%1, very unusual for this width</source>
        <translation>%1，在此宽度下极少见</translation>
    </message>
    <message>
        <source>%1, ÷%2 relative to theory</source>
        <translation>%1，为理论值的 1/%2</translation>
    </message>
    <message>
        <source>%1, ×%2 relative to theory</source>
        <translation>%1，为理论值的 %2 倍</translation>
    </message>
    <message>
        <source>Train this network</source>
        <translation>训练此网络</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Train from step 0, with the defaults of the network's kind</source>
        <translation>从第 0 步开始训练，采用该类网络的默认设置</translation>
    </message>
    <message>
        <source>diverged at step %1</source>
        <translation>在第 %1 步发散</translation>
    </message>
    <message>
        <source>step %1: %2 %3</source>
        <translation>第 %1 步：%2 %3</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>update-to-weight ratio (RMS)</source>
        <translation>更新量/权重（RMS）</translation>
    </message>
    <message>
        <source>gradient RMS of weights</source>
        <translation>权重的梯度 RMS</translation>
    </message>
    <message>
        <source>RMS of weights</source>
        <translation>权重的 RMS</translation>
    </message>
    <message>
        <source>the task is regression, without classes</source>
        <translation>任务是回归，没有类别</translation>
    </message>
    <message>
        <source>linearized</source>
        <translation>线性化</translation>
    </message>
    <message>
        <source>linearized, theory: stable up to a learning rate of %1</source>
        <translation>线性化，理论：学习率不超过 %1 时稳定</translation>
    </message>
    <message>
        <source>gap at 0: two identical units</source>
        <translation>0 处中断：两个相同的神经元</translation>
    </message>
    <message>
        <source>outside the %1s</source>
        <translation>%1之外</translation>
    </message>
    <message>
        <source>%1 of adapters</source>
        <translation>适配器的%1</translation>
    </message>
    <message>
        <source>no positive values</source>
        <translation>没有正值</translation>
    </message>
    <message>
        <source>differs · clear</source>
        <translation>不同 · 清除</translation>
    </message>
    <message>
        <source>Use the setting of the whole network</source>
        <translation>使用整个网络的设置</translation>
    </message>
    <message>
        <source>
… and %1 more</source>
        <translation>
……另有 %1 条</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>Transformer with unscaled attention</source>
        <translation>注意力未缩放的 Transformer</translation>
    </message>
    <message>
        <source>Perceptron at four widths with one learning rate</source>
        <translation>四个宽度、同一学习率的感知机</translation>
    </message>
    <message>
        <source>The convolutions of All-CNN-C (Springenberg et al. 2015)</source>
        <translation>All-CNN-C 的卷积（Springenberg 等 2015）</translation>
    </message>
    <message>
        <source>Strides replace pooling, and He initialization keeps the signal level.</source>
        <translation>步幅代替池化，He 初始化使信号保持平稳。</translation>
    </message>
    <message>
        <source>BatchNorm and ReLU, 50 layers (Yang et al. 2019)</source>
        <translation>BatchNorm 与 ReLU，50 层（Yang 等 2019）</translation>
    </message>
    <message>
        <source>BatchNorm keeps every layer's signal, yet each multiplies the gradient by about 1.2.</source>
        <translation>BatchNorm 使每层的信号保持不变，但每一层都使梯度乘以约 1.2。</translation>
    </message>
    <message>
        <source>ReLU with He initialization, 32 layers of width 256</source>
        <translation>ReLU，He 初始化，32 层，宽度 256</translation>
    </message>
    <message>
        <source>Over 32 layers of He initialization, signal and gradient keep their size on average.</source>
        <translation>He 初始化的 32 层网络中，信号与梯度的大小平均保持不变。</translation>
    </message>
    <message>
        <source>BERT base</source>
        <translation>BERT base</translation>
    </message>
    <message>
        <source>A norm after each sum keeps the stream at a constant size.</source>
        <translation>每次相加之后的归一化使主干的大小保持不变。</translation>
    </message>
    <message>
        <source>BitNet-b1.58-like: ternary weights, sub-norms</source>
        <translation>类 BitNet b1.58：三值权重，子归一化</translation>
    </message>
    <message>
        <source>Each matrix has only three values, and sub-norms restore the signal's scale.</source>
        <translation>每个矩阵只有三种值，子归一化恢复信号的尺度。</translation>
    </message>
    <message>
        <source>BLOOM-like: ALiBi, norm of the embedding</source>
        <translation>类 BLOOM：ALiBi，嵌入之后归一化</translation>
    </message>
    <message>
        <source>Without learned positions, logits fall with distance, at a different slope in each head.</source>
        <translation>没有可学习的位置；logit 随距离下降，各头的斜率不同。</translation>
    </message>
    <message>
        <source>Delta-orthogonal CNN, 100 layers (Xiao et al. 2018)</source>
        <translation>100 层 Delta 正交 CNN（Xiao 等 2018）</translation>
    </message>
    <message>
        <source>Delta-orthogonal kernels carry signals through 100 convolutions.</source>
        <translation>delta 正交卷积核使信号穿过 100 层卷积。</translation>
    </message>
    <message>
        <source>Depthwise CNN scaled by fan_out, ignoring groups</source>
        <translation>按 fan_out 缩放的逐通道 CNN，未计分组</translation>
    </message>
    <message>
        <source>A fan that ignores groups makes every depthwise convolution too small.</source>
        <translation>忽略分组的 fan 使每个逐通道卷积都过小。</translation>
    </message>
    <message>
        <source>Plain CNN with He initialization, 10 layers of 3 × 3</source>
        <translation>普通 CNN：He 初始化，10 层 3 × 3 卷积</translation>
    </message>
    <message>
        <source>In each layer, zero padding removes some of the signal at the border.</source>
        <translation>在每一层，零填充都使边缘处失去部分信号。</translation>
    </message>
    <message>
        <source>ConvNeXt-T for 224 × 224 images, without biases (after Liu et al. 2022)</source>
        <translation>ConvNeXt-T，224 × 224 图像，无偏置（据 Liu 等 2022）</translation>
    </message>
    <message>
        <source>LayerScale at 10⁻⁶ makes each block nearly the identity.</source>
        <translation>LayerScale 为 10⁻⁶，每个块几乎是恒等映射。</translation>
    </message>
    <message>
        <source>ConvNeXt-V2-A for 224 × 224 images, without biases (after Woo et al. 2023)</source>
        <translation>用于 224 × 224 图像的 ConvNeXt-V2-A，无偏置（据 Woo 等 2023）</translation>
    </message>
    <message>
        <source>Without LayerScale, only small weights limit what each block adds.</source>
        <translation>没有 LayerScale，只有较小的权重限制每个块写入的量。</translation>
    </message>
    <message>
        <source>Critical tanh, 200 layers</source>
        <translation>临界 tanh，200 层</translation>
    </message>
    <message>
        <source>On the edge between order and chaos, signals pass through 200 layers.</source>
        <translation>在有序与混沌的边界上，信号可穿过 200 层。</translation>
    </message>
    <message>
        <source>The discriminator of DCGAN (Radford et al. 2015)</source>
        <translation>DCGAN 的判别器（Radford et al. 2015）</translation>
    </message>
    <message>
        <source>Strides of 2 lead from 64 × 64 to one logit, with BatchNorm in all layers but the first and last.</source>
        <translation>步幅 2 从 64 × 64 到一个 logit，除首尾两层外都有 BatchNorm。</translation>
    </message>
    <message>
        <source>The generator of DCGAN (Radford et al. 2015)</source>
        <translation>DCGAN 的生成器（Radford et al. 2015）</translation>
    </message>
    <message>
        <source>Strides of 2 lead from 4 × 4 to 64 × 64, with BatchNorm before all activations but the last.</source>
        <translation>步幅 2 从 4 × 4 到 64 × 64，除最后一个激活函数外，之前都有 BatchNorm。</translation>
    </message>
    <message>
        <source>DeepNet, 100 layers</source>
        <translation>DeepNet，100 层</translation>
    </message>
    <message>
        <source>DeepNorm lets 100 Post-LN blocks change little in the first step.</source>
        <translation>DeepNorm 使 100 个 Post-LN 块在第一步中变化很小。</translation>
    </message>
    <message>
        <source>DeepSeek-V3-like: latent attention, 8 of 64 small experts, σ = 0.006</source>
        <translation>类 DeepSeek-V3：潜在注意力，64 个小专家选 8 个，σ = 0.006</translation>
    </message>
    <message>
        <source>At σ = 0.006 branches write little. Sigmoid gates and dense blocks are left out.</source>
        <translation>σ = 0.006 时分支写入很少。不含 sigmoid 门和稠密块。</translation>
    </message>
    <message>
        <source>DiT-S/2 at small size: adaLN-zero, every block is the identity</source>
        <translation>小型 DiT-S/2：adaLN-zero，每个块都是恒等映射</translation>
    </message>
    <message>
        <source>Gates of zero make each block the identity: at first only the head learns.</source>
        <translation>门为零使每个块成为恒等映射：起初只有输出头学习。</translation>
    </message>
    <message>
        <source>Deep sigmoid network (vanishing gradients)</source>
        <translation>深层 sigmoid 网络（梯度消失）</translation>
    </message>
    <message>
        <source>The slope of the sigmoid is at most 1/4, so gradients vanish.</source>
        <translation>sigmoid 的斜率至多为 1/4，因此梯度消失。</translation>
    </message>
    <message>
        <source>Exploding ReLU network: Xavier with gain 3, 50 layers</source>
        <translation>爆炸的 ReLU 网络：Xavier，增益 3，50 层</translation>
    </message>
    <message>
        <source>Every layer more than doubles the signal.</source>
        <translation>每一层使信号增大一倍以上。</translation>
    </message>
    <message>
        <source>Fixup ResNet-110, without norms (Zhang, Dauphin, Ma 2019)</source>
        <translation>Fixup ResNet-110，无归一化（Zhang、Dauphin、Ma 2019）</translation>
    </message>
    <message>
        <source>Without norms, each block starts as the identity.</source>
        <translation>没有归一化，每个块初始为恒等映射。</translation>
    </message>
    <message>
        <source>Gated-attention-like: sigmoid gate of the heads, QK norm</source>
        <translation>类门控注意力：头的 sigmoid 门，QK 归一化</translation>
    </message>
    <message>
        <source>Gates start at ½, so the attention branch writes half as much.</source>
        <translation>门从 ½ 开始，因此注意力分支的写入减半。</translation>
    </message>
    <message>
        <source>Gemma-2-like: embedding × √d, sandwich norms, soft caps 50 and 30</source>
        <translation>类 Gemma-2：嵌入 × √d，三明治归一化，软上限 50 与 30</translation>
    </message>
    <message>
        <source>Norms before and after each branch fix the size of what it writes.</source>
        <translation>每个分支前后的归一化固定其写入的大小。</translation>
    </message>
    <message>
        <source>Gemma-3-like: embedding × √d, sandwich norms, QK norm</source>
        <translation>Gemma 3 类：嵌入 × √d、夹层归一化、QK 归一化</translation>
    </message>
    <message>
        <source>QK norm replaces the soft caps of Gemma 2.</source>
        <translation>QK 归一化代替了 Gemma 2 的软上限。</translation>
    </message>
    <message>
        <source>gpt-oss-like: 4 of 32 experts, one KV head for eight heads</source>
        <translation>gpt-oss 类：32 个专家选 4 个，八个头共用一个 KV 头</translation>
    </message>
    <message>
        <source>Four of 32 experts write for each token; sinks, clamps and windows are left out.</source>
        <translation>每个词元由 32 个专家中的 4 个写入；未包含 sink、截断和窗口。</translation>
    </message>
    <message>
        <source>GPT-2 large</source>
        <translation>GPT-2 large</translation>
    </message>
    <message>
        <source>Scaled projections keep the stream small over 36 blocks.</source>
        <translation>缩放后的投影使主干在 36 个块中保持较小。</translation>
    </message>
    <message>
        <source>GPT-2 medium</source>
        <translation>GPT-2 medium</translation>
    </message>
    <message>
        <source>Scaled projections keep the stream small over 24 blocks.</source>
        <translation>缩放后的投影使主干在 24 个块中保持较小。</translation>
    </message>
    <message>
        <source>GPT-2 small without c_proj scaling</source>
        <translation>GPT-2 small，没有 c_proj 缩放</translation>
    </message>
    <message>
        <source>Without 1/√(2L) in the projections, the stream grows with depth.</source>
        <translation>投影缺少 1/√(2L)，主干随深度增长。</translation>
    </message>
    <message>
        <source>GPT-2 small</source>
        <translation>GPT-2 small</translation>
    </message>
    <message>
        <source>Scaled projections keep the stream small over 12 blocks.</source>
        <translation>缩放后的投影使主干在 12 个块中保持较小。</translation>
    </message>
    <message>
        <source>GPT-2 XL</source>
        <translation>GPT-2 XL</translation>
    </message>
    <message>
        <source>Scaled projections keep the stream small over 48 blocks.</source>
        <translation>缩放后的投影使主干在 48 个块中保持较小。</translation>
    </message>
    <message>
        <source>GPT-J-like: attention and MLP in parallel after one norm</source>
        <translation>类 GPT-J：注意力与 MLP 在同一归一化后并行</translation>
    </message>
    <message>
        <source>Attention and MLP read the same norm and write side by side.</source>
        <translation>注意力与 MLP 读取同一归一化，并行写入。</translation>
    </message>
    <message>
        <source>Granite-like: multipliers on embedding, attention, branches and logits</source>
        <translation>类 Granite：嵌入、注意力、分支与 logit 各有乘子</translation>
    </message>
    <message>
        <source>Multipliers on embedding, branches and logits set the scale of the signal.</source>
        <translation>嵌入、分支和 logits 上的乘数决定信号的尺度。</translation>
    </message>
    <message>
        <source>ResNet-50 with GroupNorm and weight standardization (Qiao et al. 2019)</source>
        <translation>GroupNorm 与权重标准化的 ResNet-50（Qiao 等 2019）</translation>
    </message>
    <message>
        <source>Standardized weights cancel the scale of initialization.</source>
        <translation>标准化的权重使初始化的尺度不起作用。</translation>
    </message>
    <message>
        <source>ReLU with He initialization, 10 layers</source>
        <translation>ReLU，He 初始化，10 层</translation>
    </message>
    <message>
        <source>Signal and gradient stay level.</source>
        <translation>信号与梯度保持平稳。</translation>
    </message>
    <message>
        <source>Hyper-connections: four streams; each step reads the next one and writes to all</source>
        <translation>超连接：四条流；每步读下一条、写入全部</translation>
    </message>
    <message>
        <source>At step 0, four streams equal one network repeated four times.</source>
        <translation>在第 0 步，四条残差流等于把同一网络重复四次。</translation>
    </message>
    <message>
        <source>IRNN: ReLU, identity hidden weights, zero biases, 100 steps</source>
        <translation>IRNN：ReLU，隐状态间的权重为单位矩阵，偏置为零，100 步</translation>
    </message>
    <message>
        <source>Identity weights remember the first input over 100 steps.</source>
        <translation>单位矩阵权重在 100 步中记住最初的输入。</translation>
    </message>
    <message>
        <source>The convolutions of LeNet-5 (LeCun et al. 1998)</source>
        <translation>LeNet-5 的卷积（LeCun 等 1998）</translation>
    </message>
    <message>
        <source>Small uniform weights keep units in the linear range of tanh.</source>
        <translation>较小的均匀权重使单元处于 tanh 的线性区。</translation>
    </message>
    <message>
        <source>LLaMA-like: RMSNorm, SwiGLU, rotary positions</source>
        <translation>类 LLaMA：RMSNorm，SwiGLU，旋转位置编码</translation>
    </message>
    <message>
        <source>The stream grows as each branch adds to it after an RMSNorm.</source>
        <translation>每个分支在 RMSNorm 之后写入，主干随之增长。</translation>
    </message>
    <message>
        <source>GPT-2-like: head bias at the log frequencies of the tokens</source>
        <translation>类 GPT-2：输出头偏置为词元的对数频率</translation>
    </message>
    <message>
        <source>The head's bias matches the token frequencies, so the first loss is near their entropy.</source>
        <translation>输出头的偏置与词元的频率一致，因此初始损失接近其熵。</translation>
    </message>
    <message>
        <source>LSTM with orthogonal hidden weights and forget bias 1, 50 steps</source>
        <translation>LSTM：隐状态间的权重正交，遗忘偏置取 1，50 步</translation>
    </message>
    <message>
        <source>A forget bias of 1 lets the cell remember longer.</source>
        <translation>遗忘门偏置为 1，使记忆更长。</translation>
    </message>
    <message>
        <source>LSTM language model: 2 × 200, 35 steps, inputs of U(±0.1)</source>
        <translation>LSTM 语言模型：2 × 200，35 步，输入为 U(±0.1)</translation>
    </message>
    <message>
        <source>Embeddings of U(±0.1) are small, so the states of both layers stay small.</source>
        <translation>U(±0.1) 的嵌入较小，因此两层的状态都较小。</translation>
    </message>
    <message>
        <source>LSTM with PyTorch's default initialization, 50 steps</source>
        <translation>LSTM：PyTorch 默认初始化，50 步</translation>
    </message>
    <message>
        <source>With forget gates near 1/2, the cell forgets within a few steps.</source>
        <translation>遗忘门约为 1/2，几步之后即遗忘。</translation>
    </message>
    <message>
        <source>Mamba-130M-like: S4D-real, Δ from 0.001 to 0.1, out projections over √24</source>
        <translation>类 Mamba-130M：S4D-real，Δ 从 0.001 到 0.1，输出投影除以 √24</translation>
    </message>
    <message>
        <source>Each block has time constants from less than one token to a thousand.</source>
        <translation>每个块的时间常数从不足一个词元到一千个词元。</translation>
    </message>
    <message>
        <source>Mamba with A_log and dt_bias left at zero by sharding: memory of one token</source>
        <translation>Mamba，分片使 A_log 与 dt_bias 全为零：记忆只有一个词元</translation>
    </message>
    <message>
        <source>Signal and gradient look healthy, but the memory is one token.</source>
        <translation>信号与梯度看似正常，但记忆只有一个词元。</translation>
    </message>
    <message>
        <source>MiniCPM-like: scale_emb 12, branches × 1.4/√L, logits over d/256</source>
        <translation>类 MiniCPM：scale_emb 12，分支 × 1.4/√L，logit 除以 d/256</translation>
    </message>
    <message>
        <source>Scaled embeddings, branches and logits let settings transfer to other widths.</source>
        <translation>缩放的嵌入、分支和 logits 使设置可迁移到其他宽度。</translation>
    </message>
    <message>
        <source>Mixtral-like: 2 of 8 experts</source>
        <translation>类 Mixtral：8 个专家选 2 个</translation>
    </message>
    <message>
        <source>A flat router weights two of eight experts nearly equally.</source>
        <translation>平坦的路由器使八个专家中的两个权重几乎相等。</translation>
    </message>
    <message>
        <source>modded-nanogpt-like: uniform with σ = 0.5/√fan_in, zero projections</source>
        <translation>modded-nanogpt 类：均匀分布 σ = 0.5/√fan_in，投影为零</translation>
    </message>
    <message>
        <source>Blocks start as the identity; value embeddings and skips between blocks are left out.</source>
        <translation>各块初始为恒等映射；未包含值嵌入和块间跳连。</translation>
    </message>
    <message>
        <source>ModernBERT-like: 22 Pre-LN blocks, GeGLU, norm after the embedding</source>
        <translation>ModernBERT 类：22 个 Pre-LN 块、GeGLU、嵌入后归一化</translation>
    </message>
    <message>
        <source>Pre-LN and scaled projections replace the Post-LN of BERT; windows are left out.</source>
        <translation>Pre-LN 与缩放的投影代替了 BERT 的 Post-LN；未包含窗口。</translation>
    </message>
    <message>
        <source>μP: attention scaled by 1/(head width), readout with σ = 1/width</source>
        <translation>μP：注意力按 1/头宽缩放，读出层 σ = 1/宽度</translation>
    </message>
    <message>
        <source>A small readout starts all logits near zero at any width.</source>
        <translation>较小的输出层使任何宽度的 logits 初始都接近零。</translation>
    </message>
    <message>
        <source>nanochat of depth 8: zero projections and head, σ = 1/√fan_in</source>
        <translation>深度 8 的 nanochat：投影与输出层为零，σ = 1/√fan_in</translation>
    </message>
    <message>
        <source>Zero projections make every block the identity, and a zero head gives a loss of ln V.</source>
        <translation>投影为零使每个块成为恒等映射，输出头为零使损失为 ln V。</translation>
    </message>
    <message>
        <source>nanochat-like: value embeddings, projections of zeros</source>
        <translation>类 nanochat：值嵌入，投影为零</translation>
    </message>
    <message>
        <source>Every second block adds value embeddings, and zero projections leave the stream unchanged.</source>
        <translation>每隔一个块加上值嵌入；投影为零，残差流保持不变。</translation>
    </message>
    <message>
        <source>NeRF-like: 8 × 256 ReLU on inputs as large as encoded positions</source>
        <translation>NeRF 类：8 × 256 ReLU，输入与编码后的位置一样大</translation>
    </message>
    <message>
        <source>Xavier halves the variance in each of eight ReLU layers; the skip is left out.</source>
        <translation>Xavier 使八个 ReLU 层的方差逐层减半；未包含跳连。</translation>
    </message>
    <message>
        <source>Normalizer-free ResNet: scaled weight standardization, α = 0.2 (after Brock, De, Smith 2021)</source>
        <translation>无归一化 ResNet：缩放的权重标准化，α = 0.2（据 Brock、De、Smith 2021）</translation>
    </message>
    <message>
        <source>Scaled standardization and small branches replace norms.</source>
        <translation>缩放的标准化与较小的分支代替了归一化。</translation>
    </message>
    <message>
        <source>nGPT-like: unit vectors, norms after branch and sum</source>
        <translation>类 nGPT：单位向量，分支与求和之后归一化</translation>
    </message>
    <message>
        <source>All vectors have the same length, and blocks only rotate the stream.</source>
        <translation>所有向量长度相同，各块只转动残差流。</translation>
    </message>
    <message>
        <source>Fixed normal, std 0.02</source>
        <translation>固定正态，标准差 0.02</translation>
    </message>
    <message>
        <source>A fixed std of 0.02 is too small for this width, and signals vanish.</source>
        <translation>固定标准差 0.02 对该宽度过小，信号消失。</translation>
    </message>
    <message>
        <source>He (Kaiming) normal and ReLU</source>
        <translation>He (Kaiming) 正态与 ReLU</translation>
    </message>
    <message>
        <source>He initialization makes up for the half that ReLU removes.</source>
        <translation>He 初始化补偿了 ReLU 去掉的一半。</translation>
    </message>
    <message>
        <source>Identity and ReLU</source>
        <translation>恒等与 ReLU</translation>
    </message>
    <message>
        <source>Identity weights pass the signal on, and every layer is the same.</source>
        <translation>单位矩阵权重传递信号，每一层都相同。</translation>
    </message>
    <message>
        <source>Naive normal, std 0.01</source>
        <translation>朴素正态，标准差 0.01</translation>
    </message>
    <message>
        <source>A std of 0.01 makes each layer shrink the signal.</source>
        <translation>标准差 0.01 使每一层缩小信号。</translation>
    </message>
    <message>
        <source>Orthogonal and ReLU</source>
        <translation>正交与 ReLU</translation>
    </message>
    <message>
        <source>ReLU breaks the isometry of orthogonal matrices.</source>
        <translation>ReLU 破坏正交矩阵的等距性。</translation>
    </message>
    <message>
        <source>Recommended transformer defaults</source>
        <translation>推荐的 Transformer 默认设置</translation>
    </message>
    <message>
        <source>Each role of a transformer has its recommended scheme.</source>
        <translation>Transformer 的每种角色都采用推荐的方案。</translation>
    </message>
    <message>
        <source>Xavier (Glorot) normal and ReLU</source>
        <translation>Xavier (Glorot) 正态与 ReLU</translation>
    </message>
    <message>
        <source>Xavier ignores ReLU, so each layer halves the variance.</source>
        <translation>Xavier 未考虑 ReLU，每一层使方差减半。</translation>
    </message>
    <message>
        <source>OLMo-2-like: norms after the branches, QK norm</source>
        <translation>类 OLMo-2：分支之后归一化，QK 归一化</translation>
    </message>
    <message>
        <source>Norms after the branches fix what each of them adds.</source>
        <translation>分支之后的归一化固定每个分支写入的大小。</translation>
    </message>
    <message>
        <source>OLMoE-like: 8 of 64 small experts</source>
        <translation>类 OLMoE：64 个小专家选 8 个</translation>
    </message>
    <message>
        <source>Gates that do not sum to 1 make the experts write little.</source>
        <translation>门控之和不为 1，专家写入很少。</translation>
    </message>
    <message>
        <source>PPO policy: 64 × 64 tanh, head with gain 0.01</source>
        <translation>PPO 策略网络：64 × 64 tanh，输出层增益 0.01</translation>
    </message>
    <message>
        <source>A small head makes all actions nearly equally likely at first.</source>
        <translation>较小的输出层使所有动作起初几乎等概率。</translation>
    </message>
    <message>
        <source>PPO value: 64 × 64 tanh, head with gain 1</source>
        <translation>PPO 价值网络：64 × 64 tanh，输出层增益 1</translation>
    </message>
    <message>
        <source>The head has gain 1, so the value starts as large as its input.</source>
        <translation>输出头的增益为 1，因此价值起初与其输入一样大。</translation>
    </message>
    <message>
        <source>ReLU with PyTorch's default initialization</source>
        <translation>ReLU，PyTorch 默认初始化</translation>
    </message>
    <message>
        <source>Each layer divides the variance by about six.</source>
        <translation>每一层使方差约变为六分之一。</translation>
    </message>
    <message>
        <source>Qwen3-like: QK norm, heads wider than the stream</source>
        <translation>Qwen3 类：QK 归一化，各头总宽度大于主干</translation>
    </message>
    <message>
        <source>QK norm makes queries and keys independent of the scale of their matrices.</source>
        <translation>QK 归一化使查询和键与其矩阵的尺度无关。</translation>
    </message>
    <message>
        <source>Fixup, 50 blocks</source>
        <translation>Fixup，50 块</translation>
    </message>
    <message>
        <source>Each block starts as the identity, so depth changes nothing.</source>
        <translation>每个块初始为恒等映射，深度不起作用。</translation>
    </message>
    <message>
        <source>Plain residual network, 50 blocks</source>
        <translation>普通残差网络，50 块</translation>
    </message>
    <message>
        <source>Without a norm or scale, each block doubles the variance.</source>
        <translation>没有归一化或缩放，每个块使方差加倍。</translation>
    </message>
    <message>
        <source>Pre-LN residual network, 50 blocks</source>
        <translation>Pre-LN 残差网络，50 块</translation>
    </message>
    <message>
        <source>With a norm in each branch, the stream grows slowly.</source>
        <translation>每个分支都有归一化，主干增长缓慢。</translation>
    </message>
    <message>
        <source>Branches scaled by 1/√L, 50 blocks</source>
        <translation>分支乘以 1/√L，50 块</translation>
    </message>
    <message>
        <source>Branches over √L let the variance grow by a constant factor only.</source>
        <translation>分支除以 √L，方差只增大常数倍。</translation>
    </message>
    <message>
        <source>ResNet-18 for 32 × 32 images</source>
        <translation>ResNet-18，32 × 32 图像</translation>
    </message>
    <message>
        <source>On small images, each stage starts again from a variance of 1.</source>
        <translation>在小图像上，每个阶段都重新从方差 1 开始。</translation>
    </message>
    <message>
        <source>ResNet-18 for 224 × 224 images (He et al. 2016, initialized as in torchvision)</source>
        <translation>ResNet-18，224 × 224 图像（He 等 2016，按 torchvision 初始化）</translation>
    </message>
    <message>
        <source>BatchNorm makes each branch add a variance of 1.</source>
        <translation>BatchNorm 使每个分支增加方差 1。</translation>
    </message>
    <message>
        <source>ResNet-50 for 32 × 32 images</source>
        <translation>ResNet-50，32 × 32 图像</translation>
    </message>
    <message>
        <source>Bottleneck blocks on small images grow like those on large ones.</source>
        <translation>小图像上的瓶颈块与大图像上的增长相同。</translation>
    </message>
    <message>
        <source>ResNet-50 with zero-init γ in each block's last norm (Goyal et al. 2017)</source>
        <translation>ResNet-50，各块末归一化的 γ 初始为 0（Goyal 等 2017）</translation>
    </message>
    <message>
        <source>With γ = 0 in the last norms, each block starts as the identity.</source>
        <translation>最后的归一化 γ = 0，每个块初始为恒等映射。</translation>
    </message>
    <message>
        <source>ResNet-50 for 224 × 224 images (He et al. 2016, initialized as in torchvision)</source>
        <translation>ResNet-50，224 × 224 图像（He 等 2016，按 torchvision 初始化）</translation>
    </message>
    <message>
        <source>Bottleneck blocks add a variance of 1 each within a stage.</source>
        <translation>瓶颈块在阶段内各增加方差 1。</translation>
    </message>
    <message>
        <source>ResNet-18 without norms: each block doubles the variance</source>
        <translation>没有归一化的 ResNet-18：每块使方差加倍</translation>
    </message>
    <message>
        <source>Without norms, each block doubles the variance.</source>
        <translation>没有归一化，每个块使方差加倍。</translation>
    </message>
    <message>
        <source>The classification head of RetinaNet, with focal loss (Lin et al. 2017)</source>
        <translation>RetinaNet 的分类头，用焦点损失（Lin et al. 2017）</translation>
    </message>
    <message>
        <source>N(0, 0.01²) shrinks the signal, so that all outputs start at the prior probability of 0.01.</source>
        <translation>N(0, 0.01²) 使信号变小，因此所有输出的初始概率都是先验的 0.01。</translation>
    </message>
    <message>
        <source>Critical tanh RNN, 200 steps</source>
        <translation>临界 tanh RNN，200 步</translation>
    </message>
    <message>
        <source>At criticality, a recurrent network passes gradients over 200 steps.</source>
        <translation>在临界点，循环网络使梯度穿过 200 步。</translation>
    </message>
    <message>
        <source>SIREN: sine layers with ω = 30 (Sitzmann et al. 2020)</source>
        <translation>SIREN：ω = 30 的正弦层（Sitzmann 等 2020）</translation>
    </message>
    <message>
        <source>Every sine layer has the same distribution of signals, whatever the depth.</source>
        <translation>无论深度如何，每个正弦层的信号分布都相同。</translation>
    </message>
    <message>
        <source>T-Fixup: no norm, no warm-up</source>
        <translation>T-Fixup：无归一化，无预热</translation>
    </message>
    <message>
        <source>Scaled embeddings and projections replace norms and warm-up.</source>
        <translation>缩放的嵌入与投影代替了归一化和预热。</translation>
    </message>
    <message>
        <source>T5-like: relative biases, no 1/√d_h</source>
        <translation>类 T5：相对偏置，不除以 √d_h</translation>
    </message>
    <message>
        <source>Small queries replace 1/√d_h, and all blocks share biases by distance.</source>
        <translation>较小的查询代替 1/√d_h，所有块共用随距离而定的偏置。</translation>
    </message>
    <message>
        <source>VAE for 28 × 28 images: 784–400–20–400–784, PyTorch's default</source>
        <translation>用于 28 × 28 图像的 VAE：784–400–20–400–784，PyTorch 默认</translation>
    </message>
    <message>
        <source>The code is narrow and small; its noise is left out.</source>
        <translation>编码窄且小；未包含其噪声。</translation>
    </message>
    <message>
        <source>The first transformer: sinusoids, Post-LN, embeddings × √d</source>
        <translation>最初的 Transformer：正弦位置，Post-LN，嵌入 × √d</translation>
    </message>
    <message>
        <source>Sinusoids and scaled embeddings start equally large, and Post-LN shrinks early gradients.</source>
        <translation>正弦位置与缩放后的嵌入起初一样大；Post-LN 使靠前的块的梯度变小。</translation>
    </message>
    <message>
        <source>ViT-22B's recipe at small size: parallel branches, QK norm</source>
        <translation>小型 ViT-22B 配方：并行分支，QK 归一化</translation>
    </message>
    <message>
        <source>QK norm bounds the attention logits at any width.</source>
        <translation>QK 归一化在任何宽度下都限制注意力 logits。</translation>
    </message>
    <message>
        <source>ViT-B/16 as initialized by its authors: Xavier, zero head</source>
        <translation>ViT-B/16，按原作者初始化：Xavier，输出头为 0</translation>
    </message>
    <message>
        <source>A zero head starts the loss at ln 1000 exactly.</source>
        <translation>输出层为零，初始损失恰为 ln 1000。</translation>
    </message>
    <message>
        <source>ViT-B/16 as initialized by timm</source>
        <translation>ViT-B/16，按 timm 初始化</translation>
    </message>
    <message>
        <source>A class token near zero is as large as a patch after the first norm.</source>
        <translation>接近零的类别词元在首个归一化之后与图块一样大。</translation>
    </message>
    <message>
        <source>ViT-Ti for 32 × 32 images</source>
        <translation>ViT-Ti，32 × 32 图像</translation>
    </message>
    <message>
        <source>A vision transformer writes into its stream block by block.</source>
        <translation>视觉 Transformer 逐块写入主干。</translation>
    </message>
    <message>
        <source>GPT-2 small with Xavier everywhere</source>
        <translation>GPT-2 small，处处 Xavier</translation>
    </message>
    <message>
        <source>Xavier on every matrix makes embeddings small and branches large.</source>
        <translation>所有矩阵都用 Xavier，嵌入过小而分支过大。</translation>
    </message>
    <message>
        <source>Final RMS vs. depth: He and Xavier with ReLU</source>
        <translation>末层 RMS 与深度：ReLU 网络的 He 与 Xavier</translation>
    </message>
    <message>
        <source>Across the edge of chaos: 50 tanh layers</source>
        <translation>穿越混沌边缘：50 层 tanh</translation>
    </message>
    <message>
        <source>Does the best learning rate transfer across widths?</source>
        <translation>最佳学习率能否迁移到其他宽度？</translation>
    </message>
    <message>
        <source>Six schemes with ReLU and tanh</source>
        <translation>ReLU 与 tanh 下的六种方案</translation>
    </message>
    <message>
        <source>Spread vs. width: 10 ReLU layers</source>
        <translation>网络间的散布与宽度：10 层 ReLU</translation>
    </message>
    <message>
        <source>Hugging Face's transformers</source>
        <translation>Hugging Face 的 transformers</translation>
    </message>
    <message>
        <source>Google's own code</source>
        <translation>Google 自己的代码</translation>
    </message>
    <message>
        <source>has positions that are not absolute, but the network's are absolute</source>
        <translation>的位置编码不是绝对位置编码，而本程序的网络使用绝对位置编码</translation>
    </message>
    <message>
        <source>BLOOM's Megatron-DeepSpeed</source>
        <translation>BLOOM 的 Megatron-DeepSpeed</translation>
    </message>
    <message>
        <source>OpenAI's own code</source>
        <translation>OpenAI 自己的代码</translation>
    </message>
    <message>
        <source>ConvNeXt (timm, Meta)</source>
        <translation>ConvNeXt（timm、Meta）</translation>
    </message>
    <message>
        <source>timm and Meta's own code</source>
        <translation>timm 与 Meta 自己的代码</translation>
    </message>
    <message>
        <source>DeepSeek-V3's report</source>
        <translation>DeepSeek-V3 的报告</translation>
    </message>
    <message>
        <source>chooses experts by sigmoids, which the network does not support</source>
        <translation>由 sigmoid 选择专家，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>Meta's own code</source>
        <translation>Meta 自己的代码</translation>
    </message>
    <message>
        <source>multiplies its branches by learned vectors (LayerScale), which the network does not support</source>
        <translation>把各分支乘以可学习的向量（LayerScale），而本程序的网络不支持</translation>
    </message>
    <message>
        <source>Gemma 2 and 3</source>
        <translation>Gemma 2 与 3</translation>
    </message>
    <message>
        <source>Hugging Face's transformers and Megatron-LM</source>
        <translation>Hugging Face 的 transformers 与 Megatron-LM</translation>
    </message>
    <message>
        <source>divides attention logits by the block number, which the network does not support</source>
        <translation>把注意力 logit 除以块的序号，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>GPT-NeoX and Pythia</source>
        <translation>GPT-NeoX 与 Pythia</translation>
    </message>
    <message>
        <source>GPT-NeoX's own code</source>
        <translation>GPT-NeoX 自己的代码</translation>
    </message>
    <message>
        <source>has attention with a learned sink, and experts with biases, which the network does not support</source>
        <translation>的注意力带有可学习的汇点，专家带有偏置，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>torchtitan, each block by its depth</source>
        <translation>torchtitan，各块按其深度</translation>
    </message>
    <message>
        <source>torchtitan, all blocks identical</source>
        <translation>torchtitan，各块相同</translation>
    </message>
    <message>
        <source>LitGPT and TinyLlama</source>
        <translation>LitGPT 与 TinyLlama</translation>
    </message>
    <message>
        <source>GPT-NeoX (small_init, wang_init)</source>
        <translation>GPT-NeoX（small_init、wang_init）</translation>
    </message>
    <message>
        <source>OLMo, one σ</source>
        <translation>OLMo，同一个 σ</translation>
    </message>
    <message>
        <source>OLMo, by width and block (mitchell)</source>
        <translation>OLMo，按宽度和块（mitchell）</translation>
    </message>
    <message>
        <source>OLMo, scaled with depth (full_megatron)</source>
        <translation>OLMo，按深度缩放（full_megatron）</translation>
    </message>
    <message>
        <source>OLMo-core, scaled with depth (llama)</source>
        <translation>OLMo-core，按深度缩放（llama）</translation>
    </message>
    <message>
        <source>OLMo-core, each block by its depth (llama_depth)</source>
        <translation>OLMo-core，各块按其深度（llama_depth）</translation>
    </message>
    <message>
        <source>LLaMA in GGUF</source>
        <translation>GGUF 中的 LLaMA</translation>
    </message>
    <message>
        <source>has rows of queries and keys in GGUF's order, which differs from the network's</source>
        <translation>的查询与键的行按 GGUF 的次序排列，与本程序的网络不同</translation>
    </message>
    <message>
        <source>LLaMA with Meta's names (llama2.c, torchtitan)</source>
        <translation>用 Meta 名称的 LLaMA（llama2.c、torchtitan）</translation>
    </message>
    <message>
        <source>Megatron-LM, or llama2.c scaled where the branch ends</source>
        <translation>Megatron-LM，或在分支末尾缩放的 llama2.c</translation>
    </message>
    <message>
        <source>torchtitan by depth, in w2 and not in w3</source>
        <translation>torchtitan，按深度，在 w2 而不在 w3</translation>
    </message>
    <message>
        <source>has rows of queries and keys in a different order from the network's</source>
        <translation>的查询与键的行次序与本程序的网络不同</translation>
    </message>
    <message>
        <source>LoRA adapters (PEFT)</source>
        <translation>LoRA 适配器（PEFT）</translation>
    </message>
    <message>
        <source>PEFT's default</source>
        <translation>PEFT 的默认初始化</translation>
    </message>
    <message>
        <source>PEFT's init_lora_weights gaussian</source>
        <translation>PEFT 的 init_lora_weights gaussian</translation>
    </message>
    <message>
        <source>Mamba's own code</source>
        <translation>Mamba 自己的代码</translation>
    </message>
    <message>
        <source>Mamba 2</source>
        <translation>Mamba 2</translation>
    </message>
    <message>
        <source>LLaMA with experts (Qwen MoE, OLMoE)</source>
        <translation>带专家的 LLaMA（Qwen MoE、OLMoE）</translation>
    </message>
    <message>
        <source>OLMo 2</source>
        <translation>OLMo 2</translation>
    </message>
    <message>
        <source>OLMo's own code</source>
        <translation>OLMo 自己的代码</translation>
    </message>
    <message>
        <source>Qwen 2 and 2.5</source>
        <translation>Qwen 2 与 2.5</translation>
    </message>
    <message>
        <source>Qwen 3</source>
        <translation>Qwen 3</translation>
    </message>
    <message>
        <source>has blocks of linear attention with a delta rule, which the network does not support</source>
        <translation>含有按 delta 规则的线性注意力块，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>ResNet (torchvision, timm)</source>
        <translation>ResNet（torchvision、timm）</translation>
    </message>
    <message>
        <source>torchvision's default</source>
        <translation>torchvision 的默认初始化</translation>
    </message>
    <message>
        <source>γ = 0 after each branch (zero_init_residual, timm)</source>
        <translation>每个分支之后 γ = 0（zero_init_residual、timm）</translation>
    </message>
    <message>
        <source>has BatchNorm with running means and variances, but the network uses those of its batch</source>
        <translation>的 BatchNorm 使用滑动均值与滑动方差，而本程序的网络使用其批量的均值与方差</translation>
    </message>
    <message>
        <source>Hugging Face's transformers, as in fairseq</source>
        <translation>Hugging Face 的 transformers，同 fairseq</translation>
    </message>
    <message>
        <source>the experiment's</source>
        <translation>实验的配方</translation>
    </message>
    <message>
        <source>the experiment, which the file does not contain</source>
        <translation>实验（文件中未包含）</translation>
    </message>
    <message>
        <source>Swin (timm, Microsoft)</source>
        <translation>Swin（timm、Microsoft）</translation>
    </message>
    <message>
        <source>timm and Microsoft's own code</source>
        <translation>timm 与 Microsoft 自己的代码</translation>
    </message>
    <message>
        <source>T5, as in Mesh TensorFlow and Hugging Face's transformers</source>
        <translation>T5，同 Mesh TensorFlow 与 Hugging Face 的 transformers</translation>
    </message>
    <message>
        <source>has an encoder and a decoder with relative positions, which the network does not support</source>
        <translation>有采用相对位置编码的编码器与解码器，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>PyTorch's nn.TransformerEncoder and nn.Transformer</source>
        <translation>PyTorch 的 nn.TransformerEncoder 与 nn.Transformer</translation>
    </message>
    <message>
        <source>PyTorch's default initialization of each layer</source>
        <translation>PyTorch 各层的默认初始化</translation>
    </message>
    <message>
        <source>nn.Transformer, which re-initializes all matrices</source>
        <translation>nn.Transformer，重新初始化所有矩阵</translation>
    </message>
    <message>
        <source>ViT (Hugging Face)</source>
        <translation>ViT（Hugging Face）</translation>
    </message>
    <message>
        <source>the JAX original</source>
        <translation>JAX 原版</translation>
    </message>
    <message>
        <source>ViT (timm)</source>
        <translation>ViT（timm）</translation>
    </message>
    <message>
        <source>timm's own</source>
        <translation>timm 自己的初始化</translation>
    </message>
    <message>
        <source>as in JAX (weight_init jax)</source>
        <translation>同 JAX（weight_init jax）</translation>
    </message>
    <message>
        <source>as in MoCo v3 (weight_init moco)</source>
        <translation>同 MoCo v3（weight_init moco）</translation>
    </message>
    <message>
        <source>Whisper with OpenAI's names</source>
        <translation>用 OpenAI 名称的 Whisper</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>μP with branches over √depth</source>
        <translation>μP，分支除以 √深度</translation>
    </message>
    <message>
        <source>Theory does not cover the changes that might help, and simulating them would take too long.</source>
        <translation>理论不涵盖可能有用的改动，而模拟它们耗时过长。</translation>
    </message>
    <message>
        <source>The network is so narrow for its depth that the effect of a change is random.</source>
        <translation>相对其深度，网络过窄，改动的效果是随机的。</translation>
    </message>
    <message>
        <source>None of the changes that were tried is known to remove this.</source>
        <translation>在尝试过的改动中，没有一个可确定消除它。</translation>
    </message>
    <message>
        <source>fixes</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>has two tensors named %1</source>
        <translation>有两个名为 %1 的张量</translation>
    </message>
    <message>
        <source>has a tensor %1 that is also in %2</source>
        <translation>有张量 %1，而 %2 也有</translation>
    </message>
    <message>
        <source>lists %1 in %2, but it is not there</source>
        <translation>把 %1 列在 %2 中，但那里没有</translation>
    </message>
    <message>
        <source>does not list %1, which is in %2</source>
        <translation>没有列出 %1，而它在 %2 中</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>%1 is %2 in its config, but %3 according to its tensors</source>
        <translation>%1 在其配置中为 %2，而按其张量为 %3</translation>
    </message>
    <message>
        <source>%1 belongs to a different study from %2</source>
        <translation>%1 与 %2 属于不同的研究</translation>
    </message>
    <message>
        <source>must come after all cells with lower numbers, and each cell may appear only once</source>
        <translation>必须排在所有编号较小的单元格之后，且每个单元格只能出现一次</translation>
    </message>
    <message>
        <source>%1: %2 is also in %3</source>
        <translation>%1：%2也在 %3 中</translation>
    </message>
    <message>
        <source>1 of %1 cells is missing: %2</source>
        <translation>%1 个单元格中缺 1 个：%2</translation>
    </message>
    <message>
        <source>%1 of %2 cells are missing: %3</source>
        <translation>%2 个单元格中缺 %1 个：%3</translation>
    </message>
    <message>
        <source>%1 has changed since it was checked</source>
        <translation>%1 在检查之后有改动</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>is not known either</source>
        <translation>也未知</translation>
    </message>
    <message>
        <source>is not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>is required</source>
        <translation>是必需的</translation>
    </message>
    <message>
        <source>is required: must be %1</source>
        <translation>是必需的：须为%1</translation>
    </message>
    <message>
        <source>must be 1, got %1: a later version of Stepzero wrote this file</source>
        <translation>须为 1，实际为 %1：此文件由更新版本的 Stepzero 所写</translation>
    </message>
    <message>
        <source>must be 1, got %1</source>
        <translation>须为 1，实际为 %1</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>unknown name %1 at %2: did you mean %3?</source>
        <translation>第 %2 个字符处的名称 %1 未知：是否指 %3？</translation>
    </message>
    <message>
        <source>unknown name %1 at %2 (the variable is z)</source>
        <translation>第 %2 个字符处的名称 %1 未知（变量为 z）</translation>
    </message>
    <message>
        <source>unknown name %1 at %2: did you mean %3 or %4?</source>
        <translation>第 %2 个字符处的名称 %1 未知：是否指 %3 或 %4？</translation>
    </message>
    <message>
        <source>unknown name %1 at %2</source>
        <translation>第 %2 个字符处的名称 %1 未知</translation>
    </message>
    <message>
        <source>unknown name %1 at %2 (the variables are %3)</source>
        <translation>第 %2 个字符处的名称 %1 未知（变量为 %3）</translation>
    </message>
    <message>
        <source>Set the multiplier of %1 to 1: %2</source>
        <translation>将%1的乘子设为 1：%2</translation>
    </message>
    <message>
        <source>The multiplier of %1 is %2, not 1.</source>
        <translation>%1的乘子为 %2，而非 1。</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>has a tensor %1 whose shape and data_offsets disagree</source>
        <translation>的张量 %1 的 shape 与 data_offsets 不符</translation>
    </message>
    <message>
        <source>the mean of %1 is not 0</source>
        <translation>%1 的均值不为 0</translation>
    </message>
    <message>
        <source>line %1: a closing quotation mark is followed by more text</source>
        <translation>第 %1 行：右引号之后还有内容</translation>
    </message>
    <message>
        <source>line %1: a quotation mark is not closed</source>
        <translation>第 %1 行：引号未闭合</translation>
    </message>
    <message>
        <source>holds records; its entries must be float16, float32, float64, integers of 8 to 64 bits, or bool</source>
        <translation>含有记录；其元素必须是 float16、float32、float64、8 到 64 位的整数或 bool</translation>
    </message>
    <message>
        <source>must have %1 {number|numbers} of %2 {byte|bytes} as its header states, got %3 {byte|bytes}</source>
        <translation>按其文件头须有 %1 个 %2 字节的数，实际为 %3 字节</translation>
    </message>
    <message>
        <source>is not a safetensors file: it is shorter than eight bytes</source>
        <translation>不是 safetensors 文件：它不足八个字节</translation>
    </message>
    <message>
        <source>is not a safetensors file: its header is too long</source>
        <translation>不是 safetensors 文件：其文件头过长</translation>
    </message>
    <message>
        <source>is not a complete zip archive: %1</source>
        <translation>不是完整的 zip 归档：%1</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 {module call|module calls}</source>
        <translation>%1 次模块调用</translation>
    </message>
    <message>
        <source>%1 {parameter|parameters} with %2 entries</source>
        <translation>%1 个参数，共 %2 个元素</translation>
    </message>
    <message>
        <source>%1 {block|blocks}</source>
        <translation>%1 个块</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批次 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>not seen inside, as the modules take no hooks: %1</source>
        <translation>内部不可见，因为这些模块不接受钩子：%1</translation>
    </message>
    <message>
        <source>weights: they follow the recipe of %1</source>
        <translation>权重：符合 %1 的配方</translation>
    </message>
    <message>
        <source>weights: they deviate from the recipe of %1</source>
        <translation>权重：偏离 %1 的配方</translation>
    </message>
    <message>
        <source>weights: trained, so they are not compared with the recipe of %1</source>
        <translation>权重：已训练，因此不与 %1 的配方比较</translation>
    </message>
    <message>
        <source>weights: the recipe of %1 says nothing about them</source>
        <translation>权重：%1 的配方没有规定它们</translation>
    </message>
    <message>
        <source>Against the other capture: all %1 common tensors have identical statistics.</source>
        <translation>与另一个捕获相比：共有的 %1 个张量的统计量全部相同。</translation>
    </message>
    <message>
        <source>Against the other capture: %1 {tensor differs|tensors differ}, %2 {is|are} identical.</source>
        <translation>与另一个捕获相比：%1 个张量不同，%2 个相同。</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>RMS before</source>
        <translation>之前的 RMS</translation>
    </message>
    <message>
        <source>RMS after</source>
        <translation>之后的 RMS</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>only in the other capture</source>
        <translation>只在另一个捕获中</translation>
    </message>
    <message>
        <source>only in this one</source>
        <translation>只在这个捕获中</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>output RMS</source>
        <translation>输出 RMS</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>死亡</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>95% interval</source>
        <translation>95% 区间</translation>
    </message>
    <message>
        <source>scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 {capture|captures} at widths from %2 to %3</source>
        <translation>%1 个捕获，宽度从 %2 到 %3</translation>
    </message>
    <message>
        <source>has a name of %1 bytes</source>
        <translation>有长 %1 字节的名称</translation>
    </message>
    <message>
        <source>has an alignment that is not a 32-bit integer</source>
        <translation>的对齐值不是 32 位整数</translation>
    </message>
    <message>
        <source>has an alignment of %1, which is not a power of two</source>
        <translation>的对齐值为 %1，不是 2 的幂</translation>
    </message>
    <message>
        <source>has a tensor %1 whose shape is too large</source>
        <translation>的张量 %1 形状过大</translation>
    </message>
    <message>
        <source>has a tensor %1 whose rows are not whole blocks of %2</source>
        <translation>的张量 %1 的行长不是块大小 %2 的整数倍</translation>
    </message>
    <message>
        <source>has a tensor %1 that lies outside the file</source>
        <translation>的张量 %1 在文件之外</translation>
    </message>
    <message>
        <source>has a tensor %1 that is not aligned to %2 bytes</source>
        <translation>的张量 %1 没有按 %2 字节对齐</translation>
    </message>
    <message>
        <source>cannot be inflated</source>
        <translation>无法解压</translation>
    </message>
    <message>
        <source>has a tensor with a name of more than %1 bytes</source>
        <translation>有名称超过 %1 字节的张量</translation>
    </message>
    <message>
        <source>has a member %1 of more than 100 MB</source>
        <translation>的成员 %1 超过 100 MB</translation>
    </message>
    <message>
        <source>has an entry that is not a finite 32-bit number</source>
        <translation>有元素不是 32 位的有限数</translation>
    </message>
    <message>
        <source>slopes of ln RMS vs. ln size, with 95% intervals</source>
        <translation>ln RMS 对 ln 大小的斜率及 95% 区间</translation>
    </message>
    <message>
        <source>at step 0</source>
        <translation>第 0 步</translation>
    </message>
    <message>
        <source>change during training</source>
        <translation>训练期间的变化</translation>
    </message>
    <message>
        <source>mean loss after the last step, by learning rate; *: the lowest</source>
        <translation>最后一步之后的平均损失，按学习率；*：最低</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>已发散</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>slope of ln of the best learning rate vs. ln size: %1</source>
        <translation>ln 最佳学习率对 ln 大小的斜率：%1</translation>
    </message>
    <message>
        <source>at %1, write the power with ^, not with **</source>
        <translation>第 %1 个字符处的 ** 应写作 ^：幂用 ^ 表示</translation>
    </message>
    <message>
        <source>an equals sign alone, at %1, means nothing here: to compare, write ==</source>
        <translation>第 %1 个字符处单独的等号没有意义：比较写作 ==</translation>
    </message>
    <message>
        <source>%1 alone, at %2, means nothing here</source>
        <translation>第 %2 个字符处单独的 %1 没有意义</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>括号未闭合</translation>
    </message>
    <message>
        <source>has no value in this study</source>
        <translation>在此研究中没有值</translation>
    </message>
    <message>
        <source>is outside the floating-point range</source>
        <translation>超出浮点数的范围</translation>
    </message>
    <message>
        <source>%1 must be in quotation marks</source>
        <translation>%1 须在引号中</translation>
    </message>
    <message>
        <source>line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>line %1 is empty, but other lines follow</source>
        <translation>第 %1 行为空，但其后还有其他行</translation>
    </message>
    <message>
        <source>must be a number, but is empty</source>
        <translation>须为数，实际为空</translation>
    </message>
    <message>
        <source>must be a number, with commas between cells, got %1</source>
        <translation>须为数，单元格以逗号分隔，实际为 %1</translation>
    </message>
    <message>
        <source>must be a finite number in the range of float32, got %1</source>
        <translation>须为 float32 范围内的有限数，实际为 %1</translation>
    </message>
    <message>
        <source>line %1: must have %2 numbers, as many as the rows before it, but has %3</source>
        <translation>第 %1 行：须与前面各行同为 %2 个数，实际为 %3</translation>
    </message>
    <message>
        <source>has no row of numbers</source>
        <translation>没有一行数字</translation>
    </message>
    <message>
        <source>line %1: the header has %2 cells, and this line has %3</source>
        <translation>第 %1 行：表头有 %2 个单元格，此行有 %3 个</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有此文件或文件夹</translation>
    </message>
    <message>
        <source>a part of its path is not a folder</source>
        <translation>其路径的一部分不是文件夹</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>permission is denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>the file system is read-only</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>no space is left on the device</source>
        <translation>设备空间不足</translation>
    </message>
    <message>
        <source>the disk quota is used up</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>it would be larger than allowed</source>
        <translation>将超过允许的大小</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>名称过长</translation>
    </message>
    <message>
        <source>its symbolic links form a loop</source>
        <translation>其符号链接成环</translation>
    </message>
    <message>
        <source>too many files are open</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>it is a pipe or a device</source>
        <translation>是管道或设备</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>它已关闭</translation>
    </message>
    <message>
        <source>it is closed, or not open for this operation</source>
        <translation>它已关闭，或打开方式不支持此操作</translation>
    </message>
    <message>
        <source>the device reported an error</source>
        <translation>设备报告错误</translation>
    </message>
    <message>
        <source>system error %1</source>
        <translation>系统错误 %1</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>%1 is read by this command and would be overwritten</source>
        <translation>%1 是此命令读取的文件，会被覆盖</translation>
    </message>
    <message>
        <source>it is larger than %1 MB, too large for a file of its kind</source>
        <translation>它超过 %1 MB，对这类文件来说过大</translation>
    </message>
    <message>
        <source>cannot create the folder %1</source>
        <translation>无法建立文件夹 %1</translation>
    </message>
    <message>
        <source>holds numbers of type '%1'; the type must be float16, float32, float64, an integer of 8 to 64 bits or bool</source>
        <translation>含有 '%1' 类型的数；必须是 float16、float32、float64、8 到 64 位的整数或 bool</translation>
    </message>
    <message>
        <source>is not an .npy file</source>
        <translation>不是 .npy 文件</translation>
    </message>
    <message>
        <source>is an .npy file of version %1; the version must be 1 to 3</source>
        <translation>是版本 %1 的 .npy 文件；须为 1 到 3</translation>
    </message>
    <message>
        <source>is cut short</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>has an .npy header whose shape is too large</source>
        <translation>的 .npy 文件头所给形状过大</translation>
    </message>
    <message>
        <source>has a tensor %1 without %2</source>
        <translation>的张量 %1 没有 %2</translation>
    </message>
    <message>
        <source>has a tensor %1 with %2 that are not whole numbers</source>
        <translation>的张量 %1 的 %2 不是整数</translation>
    </message>
    <message>
        <source>has a tensor %1 that is not an object with dtype, shape and data_offsets</source>
        <translation>的张量 %1 不是由 dtype、shape 与 data_offsets 组成的对象</translation>
    </message>
    <message>
        <source>has a tensor %1 of unsupported dtype %2</source>
        <translation>的张量 %1 的 dtype %2 不受支持</translation>
    </message>
    <message>
        <source>has a tensor %1 of dtype %2; the dtype must be F32 or I64</source>
        <translation>的张量 %1 的 dtype 为 %2；须为 F32 或 I64</translation>
    </message>
    <message>
        <source>has a header that cannot be read: %1</source>
        <translation>的文件头无法读取：%1</translation>
    </message>
    <message>
        <source>has a header that is not an object</source>
        <translation>的文件头不是对象</translation>
    </message>
    <message>
        <source>has a tensor %1 that overlaps another or leaves a gap</source>
        <translation>的张量 %1 与另一个重叠或留有空隙</translation>
    </message>
    <message>
        <source>has bytes that belong to no tensor</source>
        <translation>有不属于任何张量的字节</translation>
    </message>
    <message>
        <source>it is cut short</source>
        <translation>它不完整</translation>
    </message>
    <message>
        <source>its end is missing</source>
        <translation>缺少其末尾</translation>
    </message>
    <message>
        <source>its directory is outside of the file</source>
        <translation>其目录在文件之外</translation>
    </message>
    <message>
        <source>its directory is missing</source>
        <translation>缺少其目录</translation>
    </message>
    <message>
        <source>its member %1 has no size</source>
        <translation>其成员 %1 没有大小</translation>
    </message>
    <message>
        <source>its member %1 lies outside of the file</source>
        <translation>其成员 %1 在文件之外</translation>
    </message>
    <message>
        <source>its member %1 is not where the directory says</source>
        <translation>其成员 %1 不在目录所记录的位置</translation>
    </message>
    <message>
        <source>its directory is cut short</source>
        <translation>其目录不完整</translation>
    </message>
    <message>
        <source>has an encrypted member %1</source>
        <translation>的成员 %1 已加密</translation>
    </message>
    <message>
        <source>has a member %1 packed by method %2; members must be stored or deflated</source>
        <translation>的成员 %1 用方法 %2 压缩；成员须未压缩或以 DEFLATE 压缩</translation>
    </message>
    <message>
        <source>its member %1 has two sizes</source>
        <translation>其成员 %1 有两个大小</translation>
    </message>
    <message>
        <source>its members %1 and %2 overlap</source>
        <translation>其成员 %1 与 %2 重叠</translation>
    </message>
    <message>
        <source>it has two members named %1</source>
        <translation>它有两个名为 %1 的成员</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>must be %1, got %2</source>
        <translation>须为%1，实际为 %2</translation>
    </message>
    <message>
        <source>has %1 more {problem|problems}</source>
        <translation>另有 %1 个问题</translation>
    </message>
    <message>
        <source>there is no list at %1</source>
        <translation>%1 处没有列表</translation>
    </message>
    <message>
        <source>%1 has no entry %2: its list has %3</source>
        <translation>%1 没有第 %2 项，其列表有 %3 项</translation>
    </message>
    <message>
        <source>%1 is %2, but must be an object to have a member %3</source>
        <translation>%1 为 %2，须为对象才能有成员 %3</translation>
    </message>
    <message>
        <source>is not UTF-8: line %1, column %2</source>
        <translation>不是 UTF-8：第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>the system does not let this program start more threads</source>
        <translation>系统不允许本程序再启动线程</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>%1: did you mean %2?</source>
        <translation>%1：是否指 %2？</translation>
    </message>
    <message>
        <source>%1 (known: %2)</source>
        <translation>%1（已知：%2）</translation>
    </message>
    <message>
        <source>must be %1 to %2, got %3</source>
        <translation>须为 %1 到 %2，实际为 %3</translation>
    </message>
    <message>
        <source>must be one of %1, got %2</source>
        <translation>须为 %1 之一，实际为 %2</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>gradient of the parameter</source>
        <translation>参数的梯度</translation>
    </message>
    <message>
        <source>the entropy of attention is %1 of that of uniform attention (%2).</source>
        <translation>注意力的熵是均匀注意力的 %1（%2）。</translation>
    </message>
    <message>
        <source>the entropy of attention is %1 of that of uniform attention (%2), with logits of standard deviation %3.</source>
        <translation>注意力的熵是均匀注意力的 %1（%2），logits 的标准差为 %3。</translation>
    </message>
    <message>
        <source>Logits are large, so each query sees few keys, and softmax passes little gradient to queries and keys.</source>
        <translation>logits 很大，因此每个查询只看到少数键，softmax 传给查询和键的梯度很小。</translation>
    </message>
    <message>
        <source>Divide the logits by √(head size), use smaller weights for queries and keys, or normalize both.</source>
        <translation>把 logits 除以 √(头的大小)，减小查询和键的权重，或对两者归一化。</translation>
    </message>
    <message>
        <source>frozen attention</source>
        <translation>注意力冻结</translation>
    </message>
    <message>
        <source>attention looks at about one key</source>
        <translation>注意力几乎只看一个键</translation>
    </message>
    <message>
        <source>sharp attention</source>
        <translation>注意力尖锐</translation>
    </message>
    <message>
        <source>attention has less than half the entropy of uniform attention, as it may in a trained model</source>
        <translation>注意力的熵不到均匀注意力的一半，训练过的模型可能如此</translation>
    </message>
    <message>
        <source>%1 of the units are 0 for the whole batch.</source>
        <translation>%1 的单元对整个批次都是 0。</translation>
    </message>
    <message>
        <source>up to %1 of the units are 0 for the whole batch (%2).</source>
        <translation>多达 %1 的单元对整个批次都是 0（%2）。</translation>
    </message>
    <message>
        <source>Their input is negative for every sample, so they pass neither a signal nor a gradient. Biases are negative, or the last steps were too large.</source>
        <translation>它们的输入对每个样本都是负的，因此既不传递信号也不传递梯度。偏置为负，或最近几步太大。</translation>
    </message>
    <message>
        <source>Set biases to 0, use He initialization, lower the learning rate, or use leaky ReLU or GELU.</source>
        <translation>把偏置设为 0，使用 He 初始化，降低学习率，或使用 leaky ReLU 或 GELU。</translation>
    </message>
    <message>
        <source>units are 0 for the whole batch, and cannot learn</source>
        <translation>单元对整个批次都是 0，无法学习</translation>
    </message>
    <message>
        <source>outputs up to %1 exceed %2, the largest number of %3.</source>
        <translation>输出大至 %1，超过 %3 的最大数 %2。</translation>
    </message>
    <message>
        <source>In this format they become infinite.</source>
        <translation>在这种格式中它们变为无穷大。</translation>
    </message>
    <message>
        <source>Keep these modules in a format with a larger range, or scale their inputs.</source>
        <translation>让这些模块使用范围更大的格式，或缩放其输入。</translation>
    </message>
    <message>
        <source>gradients down to an RMS of %1 become 0 in fp16, even with the best loss scale.</source>
        <translation>RMS 小至 %1 的梯度在 fp16 中变为 0，即使用最佳的损失缩放。</translation>
    </message>
    <message>
        <source>The largest gradient of the model is %1, and the range of fp16 is smaller than their ratio.</source>
        <translation>模型最大的梯度是 %1，fp16 的范围小于两者之比。</translation>
    </message>
    <message>
        <source>Train in bf16, whose range is that of fp32.</source>
        <translation>用 bf16 训练，其范围与 fp32 相同。</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>上溢</translation>
    </message>
    <message>
        <source>outputs are beyond the range of fp16 or bf16</source>
        <translation>输出超出 fp16 或 bf16 的范围</translation>
    </message>
    <message>
        <source>underflow</source>
        <translation>下溢</translation>
    </message>
    <message>
        <source>gradients become 0 in fp16, whatever the scale of the loss</source>
        <translation>无论损失如何缩放，梯度在 fp16 中都变为 0</translation>
    </message>
    <message>
        <source>going backward, the norm of the gradient</source>
        <translation>沿反向，梯度的范数</translation>
    </message>
    <message>
        <source>Every layer shrinks the gradient, so the first layers hardly learn.</source>
        <translation>每层都缩小梯度，因此最前面的层几乎不学习。</translation>
    </message>
    <message>
        <source>Every layer amplifies the gradient, so the first layers take steps that are too large.</source>
        <translation>每层都放大梯度，因此最前面的层的步长太大。</translation>
    </message>
    <message>
        <source>Use an initialization with the activation's gain, residual connections, or an activation that does not saturate.</source>
        <translation>使用带有激活函数增益的初始化、残差连接，或不饱和的激活函数。</translation>
    </message>
    <message>
        <source>Use an initialization with the activation's gain, divide residual branches by √(2·blocks), or add norms.</source>
        <translation>使用带有激活函数增益的初始化，把残差分支除以 √(2·块数)，或加入归一化。</translation>
    </message>
    <message>
        <source>vanishing gradient</source>
        <translation>梯度消失</translation>
    </message>
    <message>
        <source>gradients shrink on their way back to the first layers</source>
        <translation>梯度在传回最前面的层的途中缩小</translation>
    </message>
    <message>
        <source>exploding gradient</source>
        <translation>梯度爆炸</translation>
    </message>
    <message>
        <source>gradients grow on their way back to the first layers</source>
        <translation>梯度在传回最前面的层的途中增大</translation>
    </message>
    <message>
        <source>The loss is %1, and outputs that prefer no class have %2.</source>
        <translation>损失是 %1，而不偏向任何类别的输出的损失是 %2。</translation>
    </message>
    <message>
        <source>The model is sure of wrong classes: its logits are too large, or the targets belong to other samples.</source>
        <translation>模型确信错误的类别：logits 太大，或目标属于别的样本。</translation>
    </message>
    <message>
        <source>Use smaller weights in the last layer, or 0, and check that inputs and targets have the same order.</source>
        <translation>减小最后一层的权重或设为 0，并检查输入与目标的顺序是否一致。</translation>
    </message>
    <message>
        <source>The loss is %1 before the first step, and outputs that prefer no class have %2.</source>
        <translation>第一步之前损失是 %1，而不偏向任何类别的输出的损失是 %2。</translation>
    </message>
    <message>
        <source>The weights were trained before, or the targets can be seen in the inputs.</source>
        <translation>权重已训练过，或从输入中可以看到目标。</translation>
    </message>
    <message>
        <source>If the weights are not trained, check masks and inputs for the targets.</source>
        <translation>如果权重未训练过，请检查遮盖和输入中是否含有目标。</translation>
    </message>
    <message>
        <source>worse than chance</source>
        <translation>不如随机</translation>
    </message>
    <message>
        <source>the loss is far above that of uniform outputs</source>
        <translation>损失远高于均匀输出的损失</translation>
    </message>
    <message>
        <source>better than chance</source>
        <translation>优于随机</translation>
    </message>
    <message>
        <source>the loss is far below that of uniform outputs before the first step</source>
        <translation>第一步之前损失就远低于均匀输出的损失</translation>
    </message>
    <message>
        <source>No parameter receives a gradient: of %1 trainable {parameter|parameters}, none has one that differs from 0.</source>
        <translation>没有参数收到梯度：%1 个可训练参数中，没有一个的梯度不为 0。</translation>
    </message>
    <message>
        <source>The loss does not depend on the parameters: the graph is cut, or all that the loss depends on is 0.</source>
        <translation>损失不依赖于参数：计算图被切断，或损失所依赖的都是 0。</translation>
    </message>
    <message>
        <source>Look for detach(), item(), argmax or no_grad() between the model and the loss, and for a scale of 0 at the output.</source>
        <translation>在模型与损失之间查找 detach()、item()、argmax 或 no_grad()，以及输出处为 0 的缩放。</translation>
    </message>
    <message>
        <source>no gradient</source>
        <translation>没有梯度</translation>
    </message>
    <message>
        <source>no parameter receives a gradient, so nothing can be learned</source>
        <translation>没有参数收到梯度，因此什么都学不到</translation>
    </message>
    <message>
        <source>%1 of %2 entries of its %3 are NaN or infinite.</source>
        <translation>其%3的 %2 个元素中有 %1 个是 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>%1 of %2 entries of its %3 are NaN or infinite, and it spreads to %4 other {module|modules}.</source>
        <translation>其%3的 %2 个元素中有 %1 个是 NaN 或无穷大，并波及另外 %4 个模块。</translation>
    </message>
    <message>
        <source>%1 {entry is|entries are} NaN or infinite.</source>
        <translation>%1 个元素为 NaN 或无穷。</translation>
    </message>
    <message>
        <source>The weights are not finite before the pass, so every output that uses them is not finite either.</source>
        <translation>计算之前权重就不是有限的，因此用到它们的输出也都不是有限的。</translation>
    </message>
    <message>
        <source>Look for a division by 0, or an overflow of a narrow format, in the initialization or the last step.</source>
        <translation>在初始化或最近一步中查找除以 0，或窄格式的上溢。</translation>
    </message>
    <message>
        <source>The input of this module is finite, or there is no module before it, and its output is not.</source>
        <translation>这个模块的输入是有限的，或前面没有模块，而其输出不是有限的。</translation>
    </message>
    <message>
        <source>Look in and before this module for an overflow, a division by 0, a logarithm of 0, or a mask that leaves no key.</source>
        <translation>在这个模块之内和之前查找上溢、除以 0、0 的对数，或没有留下任何键的遮盖。</translation>
    </message>
    <message>
        <source>The outputs are finite, but a derivative is not, such as that of a square root or a norm at 0.</source>
        <translation>输出是有限的，但某个导数不是，例如平方根或范数在 0 处的导数。</translation>
    </message>
    <message>
        <source>Add a small ε below the root or the division, or lower the scale of the loss.</source>
        <translation>在根号下或除法中加一个小的 ε，或减小损失的缩放。</translation>
    </message>
    <message>
        <source>The loss is NaN or infinite.</source>
        <translation>损失是 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>All outputs of modules are finite, so the loss function itself overflows or divides by 0.</source>
        <translation>模块的输出都是有限的，因此是损失函数自身上溢或除以 0。</translation>
    </message>
    <message>
        <source>Compute the loss from logits, and in float32.</source>
        <translation>从 logits 计算损失，并使用 float32。</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限</translation>
    </message>
    <message>
        <source>outputs, gradients, parameters or the loss are NaN or infinite</source>
        <translation>输出、梯度、参数或损失是 NaN 或无穷大</translation>
    </message>
    <message>
        <source>%1 of the entries are at an end of the activation's range.</source>
        <translation>%1 的元素位于激活函数值域的两端。</translation>
    </message>
    <message>
        <source>up to %1 of the entries are at an end of the activation's range (%2).</source>
        <translation>多达 %1 的元素位于激活函数值域的两端（%2）。</translation>
    </message>
    <message>
        <source>The derivative is almost 0 there, so hardly any gradient passes: weights, biases or inputs are too large.</source>
        <translation>那里的导数几乎是 0，因此几乎没有梯度通过：权重、偏置或输入太大。</translation>
    </message>
    <message>
        <source>Use Xavier initialization, normalize the inputs, or use an activation that does not saturate.</source>
        <translation>使用 Xavier 初始化，对输入归一化，或使用不饱和的激活函数。</translation>
    </message>
    <message>
        <source>outputs are at the ends of the activation's range</source>
        <translation>输出位于激活函数值域的两端</translation>
    </message>
    <message>
        <source>the logits have standard deviation %1.</source>
        <translation>logits 的标准差为 %1。</translation>
    </message>
    <message>
        <source>Softmax is sure of a random class, so the first steps only undo that.</source>
        <translation>softmax 确信一个随机的类别，因此最初几步只是在纠正它。</translation>
    </message>
    <message>
        <source>Use smaller weights in the last layer, or 0, or a norm before it.</source>
        <translation>减小最后一层的权重或设为 0，或在其前加入归一化。</translation>
    </message>
    <message>
        <source>overconfident</source>
        <translation>过于自信</translation>
    </message>
    <message>
        <source>logits are so large that softmax is certain</source>
        <translation>logits 太大，使 softmax 完全确信</translation>
    </message>
    <message>
        <source>the RMS of the output</source>
        <translation>输出的 RMS</translation>
    </message>
    <message>
        <source>Every layer amplifies its input. The weights are too large for their fan-in, or branches add up without a norm or a factor that falls with depth.</source>
        <translation>每层都放大其输入。权重相对于扇入太大，或分支不断累加而没有归一化，也没有随深度减小的因子。</translation>
    </message>
    <message>
        <source>Every layer shrinks its input. The gain of the initialization is too small for the activation, or the weights are too small for their fan-in.</source>
        <translation>每层都缩小其输入。初始化的增益对该激活函数太小，或权重相对于扇入太小。</translation>
    </message>
    <message>
        <source>Use an initialization with the activation's gain, such as He for ReLU, or add norms.</source>
        <translation>使用带有激活函数增益的初始化，例如 ReLU 用 He，或加入归一化。</translation>
    </message>
    <message>
        <source>vanishing</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>outputs shrink with depth</source>
        <translation>输出随深度缩小</translation>
    </message>
    <message>
        <source>exploding</source>
        <translation>爆炸</translation>
    </message>
    <message>
        <source>outputs grow with depth</source>
        <translation>输出随深度增大</translation>
    </message>
    <message>
        <source>the weight is 0 and receives no gradient.</source>
        <translation>权重为 0，且没有收到梯度。</translation>
    </message>
    <message>
        <source>%1 weights are 0 and receive no gradient.</source>
        <translation>%1 个权重为 0，且没有收到梯度。</translation>
    </message>
    <message>
        <source>Initialize the weights at random. Only the last layer of a branch, or a head, may start at 0.</source>
        <translation>随机地初始化这些权重。只有分支的最后一层或输出头可以从 0 开始。</translation>
    </message>
    <message>
        <source>The layers after them see only biases, so the outputs do not depend on the inputs. At each step, the gradient reaches one more of these layers.</source>
        <translation>其后的层只看到偏置，因此输出与输入无关。每训练一步，梯度才多到达其中一层。</translation>
    </message>
    <message>
        <source>Where two factors of a product are 0, such as two layers in a row, both gradients are 0, and training moves neither. ReLU, too, passes no gradient at exactly 0.</source>
        <translation>如果一个乘积的两个因子都是 0，例如相继的两层，那么两者的梯度都是 0，训练不会改变它们。ReLU 在恰好为 0 处也不传递梯度。</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>停滞</translation>
    </message>
    <message>
        <source>weights are 0 and receive no gradient, so they stay 0</source>
        <translation>权重为 0 且没有收到梯度，因此一直为 0</translation>
    </message>
    <message>
        <source>constant output</source>
        <translation>输出恒定</translation>
    </message>
    <message>
        <source>weights of layers in a row are 0, so outputs do not depend on the inputs</source>
        <translation>相继几层的权重为 0，因此输出与输入无关</translation>
    </message>
    <message>
        <source>Initialize the weight at random. Constants are for biases and scales.</source>
        <translation>随机初始化该权重。常数用于偏置和缩放。</translation>
    </message>
    <message>
        <source>%1 of the rows equal another row.</source>
        <translation>%1 的行与另一行相等。</translation>
    </message>
    <message>
        <source>up to %1 of the rows equal another row (%2).</source>
        <translation>多达 %1 的行与另一行相等（%2）。</translation>
    </message>
    <message>
        <source>Units with equal weights have equal outputs. If the next layer weights them equally, they have equal gradients too, and stay equal.</source>
        <translation>权重相等的单元输出相等。如果下一层给它们相等的权重，它们的梯度也相等，并一直相等下去。</translation>
    </message>
    <message>
        <source>every row equals another row, so the units differ only by their biases.</source>
        <translation>每一行都等于另一行，因此各单元只有偏置不同。</translation>
    </message>
    <message>
        <source>Units with equal weights compute the same sum of the inputs, so the layer passes on little more than one number per sample.</source>
        <translation>权重相等的单元对输入求同一个和，因此这一层对每个样本传递的几乎只是一个数。</translation>
    </message>
    <message>
        <source>symmetric</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>units of a layer have equal weights</source>
        <translation>一层的单元有相等的权重</translation>
    </message>
    <message>
        <source>no gradient reaches %1 trainable {parameter|parameters} of modules that ran.</source>
        <translation>没有梯度到达已执行模块的 %1 个可训练参数。</translation>
    </message>
    <message>
        <source>The loss does not depend on them: the graph is cut after these modules, or their output is not used.</source>
        <translation>损失不依赖于它们：计算图在这些模块之后被切断，或其输出未被使用。</translation>
    </message>
    <message>
        <source>Look for detach(), no_grad() or argmax after them, or freeze them with requires_grad_(False).</source>
        <translation>在它们之后查找 detach()、no_grad() 或 argmax，或用 requires_grad_(False) 冻结它们。</translation>
    </message>
    <message>
        <source>the loss does not depend on %1 trainable {parameter|parameters} of modules that ran.</source>
        <translation>损失不依赖于已执行模块的 %1 个可训练参数。</translation>
    </message>
    <message>
        <source>Nothing uses the output of these modules, such as the last residual connection of a stack.</source>
        <translation>没有任何东西使用这些模块的输出，例如一串模块中最后的残差连接。</translation>
    </message>
    <message>
        <source>Leave these modules out, or freeze them with requires_grad_(False).</source>
        <translation>去掉这些模块，或用 requires_grad_(False) 冻结它们。</translation>
    </message>
    <message>
        <source>the pass did not reach the modules of %1 trainable {parameter|parameters}.</source>
        <translation>计算没有到达 %1 个可训练参数所在的模块。</translation>
    </message>
    <message>
        <source>forward() does not call them, or not for this batch, as with experts that no token chose.</source>
        <translation>forward() 不调用它们，或对这个批次不调用，例如没有词元选择的专家。</translation>
    </message>
    <message>
        <source>Remove the modules, or call them. Training on several devices would wait for their gradients.</source>
        <translation>删除这些模块，或调用它们。在多个设备上训练时会一直等待它们的梯度。</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>被切断</translation>
    </message>
    <message>
        <source>no gradient reaches trainable parameters of modules that ran</source>
        <translation>没有梯度到达已执行模块的可训练参数</translation>
    </message>
    <message>
        <source>unused output</source>
        <translation>输出未使用</translation>
    </message>
    <message>
        <source>the loss does not depend on the output of modules that ran</source>
        <translation>损失不依赖于某些已执行模块的输出</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>the pass did not reach modules with trainable parameters</source>
        <translation>计算没有到达某些含可训练参数的模块</translation>
    </message>
    <message>
        <source>%1 ×%2 per block</source>
        <translation>%1每块 ×%2</translation>
    </message>
    <message>
        <source>%1 ×%2 per layer</source>
        <translation>%1每层 ×%2</translation>
    </message>
    <message>
        <source>loss not finite</source>
        <translation>损失非有限</translation>
    </message>
    <message>
        <source>loss %1, and %2 for uniform outputs</source>
        <translation>损失 %1，均匀输出为 %2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>must be at most %1, got %2</source>
        <translation>不得超过 %1，实际为 %2</translation>
    </message>
    <message>
        <source>must have at least one entry</source>
        <translation>必须至少有一项</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>the module's name in the model</source>
        <translation>模块在模型中的名称</translation>
    </message>
    <message>
        <source>a number of at least 0</source>
        <translation>不小于 0 的数</translation>
    </message>
    <message>
        <source>a number from 0 to the one before it, %1</source>
        <translation>从 0 到前一个数 %1 的数</translation>
    </message>
    <message>
        <source>the parameter's name in the model</source>
        <translation>参数在模型中的名称</translation>
    </message>
    <message>
        <source>must be the name of a file in the same folder</source>
        <translation>必须是同一文件夹中文件的名称</translation>
    </message>
    <message>
        <source>a capture, a JSON object</source>
        <translation>捕获，即 JSON 对象</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>%1 changes by ×%2 per block, from %3 in block %4 to %5 in block %6.</source>
        <translation>%1每块变化 ×%2，从第 %4 块的 %3 到第 %6 块的 %5。</translation>
    </message>
    <message>
        <source>%1 changes by ×%2 per layer, from %3 to %4 over %5 layers.</source>
        <translation>%1每层变化 ×%2，在 %5 层中从 %3 到 %4。</translation>
    </message>
    <message>
        <source>the RMS of the output grows with width: %1 has exponent %2 at step %3.</source>
        <translation>输出的 RMS 随宽度增长：第 %3 步时 %1 的指数为 %2。</translation>
    </message>
    <message>
        <source>The weights do not shrink with fan-in as 1/√(fan-in).</source>
        <translation>权重没有随扇入按 1/√(扇入) 减小。</translation>
    </message>
    <message>
        <source>Updates of the first steps add up over the fan-in, so a learning rate found at one width is too large for wider models.</source>
        <translation>最初几步的更新在扇入上累加，因此在一个宽度找到的学习率对更宽的模型太大。</translation>
    </message>
    <message>
        <source>Divide the standard deviation of the weights by √(fan-in).</source>
        <translation>把权重的标准差除以 √(扇入)。</translation>
    </message>
    <message>
        <source>Divide the learning rates of hidden weights by their fan-in, as in μP with Adam.</source>
        <translation>把隐藏层权重的学习率除以其扇入，如 Adam 下的 μP。</translation>
    </message>
    <message>
        <source>grows with width</source>
        <translation>随宽度增长</translation>
    </message>
    <message>
        <source>outputs grow with the width of the model</source>
        <translation>输出随模型的宽度增长</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>follows</source>
        <translation>符合</translation>
    </message>
    <message>
        <source>deviates</source>
        <translation>偏离</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>已训练</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>extreme values</source>
        <translation>极值</translation>
    </message>
    <message>
        <source>row norms</source>
        <translation>行范数</translation>
    </message>
    <message>
        <source>the experiment</source>
        <translation>该实验</translation>
    </message>
    <message>
        <source>the network has no such bias</source>
        <translation>网络没有这个偏置</translation>
    </message>
    <message>
        <source>The model cannot distinguish tokens with equal rows.</source>
        <translation>模型无法区分行相同的词元。</translation>
    </message>
    <message>
        <source>Units with equal weights have equal gradients and stay equal.</source>
        <translation>权重相同的神经元梯度也相同，因此始终相同。</translation>
    </message>
    <message>
        <source>The layer sees only the sum of such inputs.</source>
        <translation>该层只能看到这些输入之和。</translation>
    </message>
    <message>
        <source>Tokens with zero vectors look the same.</source>
        <translation>向量为零的词元看起来相同。</translation>
    </message>
    <message>
        <source>Units without weights send no signal.</source>
        <translation>没有权重的神经元不传递信号。</translation>
    </message>
    <message>
        <source>The layer does not see inputs without weights.</source>
        <translation>该层看不到没有权重的输入。</translation>
    </message>
    <message>
        <source>its %1 blocks of rows are bitwise identical.</source>
        <translation>它的 %1 个行块逐位相同。</translation>
    </message>
    <message>
        <source>its %1 blocks of columns are bitwise identical.</source>
        <translation>它的 %1 个列块逐位相同。</translation>
    </message>
    <message>
        <source>Every device initialized its shard with the same seed.</source>
        <translation>各设备用同一种子初始化了自己的分片。</translation>
    </message>
    <message>
        <source>Initialize the whole tensor and split it, or offset the seed on each device.</source>
        <translation>先初始化整个张量再切分，或让每个设备的种子错开。</translation>
    </message>
    <message>
        <source>rows that equal another row: %1 of %2.</source>
        <translation>与另一行相同的行：%2 行中有 %1 行。</translation>
    </message>
    <message>
        <source>Initialize every row independently.</source>
        <translation>独立地初始化每一行。</translation>
    </message>
    <message>
        <source>columns that equal another column: %1 of %2.</source>
        <translation>与另一列相同的列：%2 列中有 %1 列。</translation>
    </message>
    <message>
        <source>Initialize every column independently.</source>
        <translation>独立地初始化每一列。</translation>
    </message>
    <message>
        <source>they are bitwise identical.</source>
        <translation>它们逐位相同。</translation>
    </message>
    <message>
        <source>They were initialized with the same seed, or are one tensor under several names.</source>
        <translation>它们用同一种子初始化，或是同一张量的多个名称。</translation>
    </message>
    <message>
        <source>Initialize each with a random stream of its own.</source>
        <translation>为每个张量使用各自的随机流。</translation>
    </message>
    <message>
        <source>row %1 belongs to the padding token and is not zero (RMS %2).</source>
        <translation>第 %1 行属于填充词元，却不为零（RMS %2）。</translation>
    </message>
    <message>
        <source>The table was initialized again after the row had been set to 0.</source>
        <translation>该行置 0 之后，整个表又被重新初始化。</translation>
    </message>
    <message>
        <source>Set the row to 0 last.</source>
        <translation>最后再把该行置 0。</translation>
    </message>
    <message>
        <source>rows of zeros: %1 of %2.</source>
        <translation>全零的行：%2 行中有 %1 行。</translation>
    </message>
    <message>
        <source>Initialize every row.</source>
        <translation>初始化每一行。</translation>
    </message>
    <message>
        <source>columns of zeros: %1 of %2.</source>
        <translation>全零的列：%2 列中有 %1 列。</translation>
    </message>
    <message>
        <source>Initialize every column.</source>
        <translation>初始化每一列。</translation>
    </message>
    <message>
        <source>%1 {entry is|entries are} denormal, %2 {is|are} beyond %3, %4 {is|are} NaN or infinite, and %5 of %6 pages (4096 bytes) equal another page.</source>
        <translation>%1 个元素为非规格化数，%2 个超出 %3，%4 个为 NaN 或无穷，%6 页（每页 4096 字节）中有 %5 页与另一页相同。</translation>
    </message>
    <message>
        <source>The tensor was allocated (torch.empty) but never initialized, so it contains leftover memory.</source>
        <translation>该张量已分配（torch.empty）但从未初始化，因此保留着内存中的旧内容。</translation>
    </message>
    <message>
        <source>Initialize the tensor on every device.</source>
        <translation>在每个设备上初始化该张量。</translation>
    </message>
    <message>
        <source>Tensors with the same name and shape are initialized identically in every block, unless a recipe scales them by depth.</source>
        <translation>同名同形状的张量在每个块中以相同方式初始化，除非配方按深度缩放。</translation>
    </message>
    <message>
        <source>Look for the code that initializes or changes this tensor.</source>
        <translation>找出初始化或改动该张量的代码。</translation>
    </message>
    <message>
        <source>its entries differ, but every entry of the other tensors of this name is %1.</source>
        <translation>它的元素各不相同，而其他同名张量的每个元素都是 %1。</translation>
    </message>
    <message>
        <source>every entry is %1, but the other tensors of this name are random.</source>
        <translation>每个元素都是 %1，而其他同名张量是随机的。</translation>
    </message>
    <message>
        <source>every entry is %1, but %2 in the other tensors of this name.</source>
        <translation>每个元素都是 %1，而在其他同名张量中是 %2。</translation>
    </message>
    <message>
        <source>σ is %1, but %2 in the other tensors of this name; the ratio is %3.</source>
        <translation>σ 为 %1，而其他同名张量为 %2；比值为 %3。</translation>
    </message>
    <message>
        <source>an entry is %1, which is %2 σ from the median; the other entries have σ = %3.</source>
        <translation>有一个元素为 %1，距中位数 %2 σ；其余元素的 σ = %3。</translation>
    </message>
    <message>
        <source>It was changed after initialization, or the sampler occasionally returns an endpoint of its range.</source>
        <translation>它在初始化之后被改动，或采样器偶尔返回其范围的端点。</translation>
    </message>
    <message>
        <source>Look for a division by 0, or an overflow of a narrow format, in the initialization.</source>
        <translation>检查初始化中是否有除以 0，或窄格式的溢出。</translation>
    </message>
    <message>
        <source>both factors are 0.</source>
        <translation>两个因子都为 0。</translation>
    </message>
    <message>
        <source>∂L/∂A is proportional to B, and ∂L/∂B to A, so neither factor ever moves.</source>
        <translation>∂L/∂A 与 B 成正比，∂L/∂B 与 A 成正比，因此两个因子都不会变化。</translation>
    </message>
    <message>
        <source>Initialize A (Kaiming uniform, a = √5) and leave B at 0.</source>
        <translation>初始化 A（Kaiming 均匀分布，a = √5），B 保持为 0。</translation>
    </message>
    <message>
        <source>every entry is %1</source>
        <translation>每个元素都是 %1</translation>
    </message>
    <message>
        <source>entries lie between %1 and %2</source>
        <translation>元素介于 %1 与 %2 之间</translation>
    </message>
    <message>
        <source>%1; the recipe has values between %2 and %3.</source>
        <translation>%1；而配方的值介于 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>%1; the recipe has %2.</source>
        <translation>%1；而配方为 %2。</translation>
    </message>
    <message>
        <source>every entry of the table is %1.</source>
        <translation>表中每个元素都是 %1。</translation>
    </message>
    <message>
        <source>every entry is %1; the recipe has random entries.</source>
        <translation>每个元素都是 %1；而配方的元素是随机的。</translation>
    </message>
    <message>
        <source>Units with equal weights have equal gradients and stay equal; zeros pass no signal.</source>
        <translation>权重相同的神经元梯度也相同，因此始终相同；零权重不传递信号。</translation>
    </message>
    <message>
        <source>The tensor was allocated but not initialized by the recipe.</source>
        <translation>该张量已分配，但没有按配方初始化。</translation>
    </message>
    <message>
        <source>Use the recipe's distribution, or choose the intended recipe.</source>
        <translation>使用配方的分布，或选择真正所用的配方。</translation>
    </message>
    <message>
        <source>its largest singular value is %1 times the largest expected for independent entries.</source>
        <translation>它的最大奇异值是元素相互独立时预期最大值的 %1 倍。</translation>
    </message>
    <message>
        <source>its row norms differ more than those of independent entries: row %1 has %2 times the median norm.</source>
        <translation>它的行范数比元素相互独立时更分散：第 %1 行的范数是中位数的 %2 倍。</translation>
    </message>
    <message>
        <source>The other tensors of the file have independent entries. This one was trained, loaded from elsewhere, or changed after initialization.</source>
        <translation>文件中其他张量的元素相互独立。这个张量经过训练、从别处载入，或在初始化之后被改动。</translation>
    </message>
    <message>
        <source>Look for the code that writes to the tensor, and initialize it with its recipe.</source>
        <translation>找出写入该张量的代码，并按配方初始化。</translation>
    </message>
    <message>
        <source>these weights have been trained. Row norms differ more than those of independent entries in %1 of %2 tensors, and a singular value is an outlier in %3.</source>
        <translation>这些权重经过训练。%2 个张量中有 %1 个的行范数比元素相互独立时更分散，%3 个有离群的奇异值。</translation>
    </message>
    <message>
        <source>A recipe describes initial values, so the scales are not checked.</source>
        <translation>配方描述的是初始值，因此不检查尺度。</translation>
    </message>
    <message>
        <source>these tensors still have their initial values, although the model is trained.</source>
        <translation>在经过训练的模型中，这些张量仍是初始值。</translation>
    </message>
    <message>
        <source>The loader did not find them and left the constructor's values.</source>
        <translation>加载程序没有找到它们，保留了构造时的值。</translation>
    </message>
    <message>
        <source>Look for missing keys in the loader's output, and map their names.</source>
        <translation>在加载程序的输出中查找缺失的键，并映射其名称。</translation>
    </message>
    <message>
        <source>%1 of %2 rows still have their initial norm: %3.</source>
        <translation>%2 行中有 %1 行仍保持初始的范数：%3。</translation>
    </message>
    <message>
        <source>σ is %1, the recipe's value for all parts in one matrix; separate matrices would have σ = %2.</source>
        <translation>σ 为 %1，这是配方在所有部分合为一个矩阵时的值；若各部分是单独的矩阵，则 σ = %2。</translation>
    </message>
    <message>
        <source>The scheme counts the outputs of all parts.</source>
        <translation>该方案计入了所有部分的输出。</translation>
    </message>
    <message>
        <source>Initialize each part as a separate matrix.</source>
        <translation>把每个部分作为单独的矩阵初始化。</translation>
    </message>
    <message>
        <source>%1 of %2 tensors agree on %3 = %4, but the config has %5 = %6.</source>
        <translation>%2 个张量中有 %1 个与 %3 = %4 一致，而配置中 %5 = %6。</translation>
    </message>
    <message>
        <source>The model was initialized with a different number than its config states.</source>
        <translation>模型初始化所用的数值与其配置不同。</translation>
    </message>
    <message>
        <source>Initialize with the config's number, or correct the config.</source>
        <translation>按配置的数值初始化，或更正配置。</translation>
    </message>
    <message>
        <source>%1: %2 has no tensor of this name.</source>
        <translation>%1：%2 没有这个名称的张量。</translation>
    </message>
    <message>
        <source>%1: %2 has no tensors of these names.</source>
        <translation>%1：%2 没有这些名称的张量。</translation>
    </message>
    <message>
        <source>%1: optimizer state or averaged copies of the weights, which are not checked.</source>
        <translation>%1：优化器的状态或权重的平均副本，不作检查。</translation>
    </message>
    <message>
        <source>more than %1 rows and columns</source>
        <translation>行数和列数超过 %1</translation>
    </message>
    <message>
        <source>more than %1 Mi entries</source>
        <translation>超过 %1 Mi 个元素</translation>
    </message>
    <message>
        <source>not all numbers are finite</source>
        <translation>并非都是有限数</translation>
    </message>
    <message>
        <source>--recipe: these tensors belong to no known family, so there is no recipe to choose</source>
        <translation>--recipe：这些张量不属于任何已知家族，没有配方可选</translation>
    </message>
    <message>
        <source>--recipe: a recipe of %1 %2</source>
        <translation>--recipe：%1 的配方%2</translation>
    </message>
    <message>
        <source>an object, as config.json and experiment files are</source>
        <translation>对象，如 config.json 与实验文件</translation>
    </message>
    <message>
        <source>--recipe: the config is an experiment, which states how its weights are initialized</source>
        <translation>--recipe：配置是一个实验，其权重如何初始化由实验说明</translation>
    </message>
    <message>
        <source>--family: there is no file %1, and a family %2</source>
        <translation>--family：没有文件 %1，而模型家族%2</translation>
    </message>
    <message>
        <source>%1: initialized as in %2, the rest as in %3. No known recipe initializes both this way.</source>
        <translation>%1：按 %2 初始化，其余按 %3 初始化。没有已知的配方同时这样初始化这两部分。</translation>
    </message>
    <message>
        <source>Initialize all tensors with one recipe.</source>
        <translation>按同一个配方初始化所有张量。</translation>
    </message>
    <message numerus="yes">
        <source>must be a number, or an expression such as %1: %2</source>
        <translation><numerusform>须为数，或表达式如 %1：%2</numerusform></translation>
    </message>
    <message>
        <source>%1, got %2</source>
        <translation>%1，实际为 %2</translation>
    </message>
    <message>
        <source>%1 is not known</source>
        <translation>%1 未知</translation>
    </message>
    <message>
        <source>%1 with %2 = %3 (fitted to the tensors)</source>
        <translation>%1，其中 %2 = %3（由张量拟合得出）</translation>
    </message>
    <message>
        <source>These recipes fit the file equally well: %1.</source>
        <translation>下列配方与文件同样相符：%1。</translation>
    </message>
    <message>
        <source>The next best recipe is %1; the file is %2 times as likely under the first.</source>
        <translation>次优的配方是 %1；该文件由第一个配方产生的可能性是由它产生的 %2 倍。</translation>
    </message>
    <message>
        <source>Initialize these tensors with the recipe.</source>
        <translation>按配方初始化这些张量。</translation>
    </message>
    <message>
        <source>This is the recipe without its depth scaling.</source>
        <translation>这是缺少深度缩放的配方。</translation>
    </message>
    <message>
        <source>Multiply the initial σ of the matrices that write to the residual stream by %1.</source>
        <translation>把写入残差流的矩阵的初始 σ 乘以 %1。</translation>
    </message>
    <message>
        <source>depth scaling lost</source>
        <translation>缺少深度缩放</translation>
    </message>
    <message>
        <source>The depth scaling is 1/√L: it counts one branch per block instead of two.</source>
        <translation>深度缩放为 1/√L：每块只计一个分支，而不是两个。</translation>
    </message>
    <message>
        <source>Divide by √(2L).</source>
        <translation>除以 √(2L)。</translation>
    </message>
    <message>
        <source>depth scaling 1/√L instead of 1/√(2L)</source>
        <translation>深度缩放为 1/√L 而不是 1/√(2L)</translation>
    </message>
    <message>
        <source>The depth scaling is 1/(2L), without the root.</source>
        <translation>深度缩放为 1/(2L)，没有开方。</translation>
    </message>
    <message>
        <source>depth scaling 1/(2L) instead of 1/√(2L)</source>
        <translation>深度缩放为 1/(2L) 而不是 1/√(2L)</translation>
    </message>
    <message>
        <source>It has a depth scaling of 1/√(2L), which its recipe does not have.</source>
        <translation>它有 1/√(2L) 的深度缩放，而其配方没有。</translation>
    </message>
    <message>
        <source>Remove the depth scaling from this matrix.</source>
        <translation>去掉这个矩阵的深度缩放。</translation>
    </message>
    <message>
        <source>depth scaling added</source>
        <translation>多了深度缩放</translation>
    </message>
    <message>
        <source>It has a depth scaling of 1/√L, which its recipe does not have.</source>
        <translation>它有 1/√L 的深度缩放，而其配方没有。</translation>
    </message>
    <message>
        <source>The scheme swapped fan_in and fan_out: the matrix is stored transposed.</source>
        <translation>该方案颠倒了 fan_in 与 fan_out：矩阵以转置方式存储。</translation>
    </message>
    <message>
        <source>Transpose the matrix before it is initialized, or choose the fan explicitly.</source>
        <translation>在初始化之前转置矩阵，或明确指定按扇入还是扇出缩放。</translation>
    </message>
    <message>
        <source>fan_in and fan_out swapped</source>
        <translation>fan_in 与 fan_out 颠倒</translation>
    </message>
    <message>
        <source>The scheme counted the fans of all packed parts together.</source>
        <translation>该方案把打包在一起的各部分的扇入扇出合并计算。</translation>
    </message>
    <message>
        <source>This is He's σ by fan_in, √(2/fan_in).</source>
        <translation>这是 He 按 fan_in 的 σ，√(2/fan_in)。</translation>
    </message>
    <message>
        <source>This is He's σ by fan_out, √(2/fan_out).</source>
        <translation>这是 He 按 fan_out 的 σ，√(2/fan_out)。</translation>
    </message>
    <message>
        <source>This is LeCun's σ, 1/√fan_in.</source>
        <translation>这是 LeCun 的 σ，1/√fan_in。</translation>
    </message>
    <message>
        <source>This is 1/√fan_out.</source>
        <translation>这是 1/√fan_out。</translation>
    </message>
    <message>
        <source>This is Xavier's σ, √(2/(fan_in + fan_out)).</source>
        <translation>这是 Xavier 的 σ，√(2/(fan_in + fan_out))。</translation>
    </message>
    <message>
        <source>This is PyTorch's default for linear layers, 1/√(3 fan_in): the recipe was not applied.</source>
        <translation>这是 PyTorch 线性层的默认值 1/√(3 fan_in)：没有应用配方。</translation>
    </message>
    <message>
        <source>σ is fixed at %1, independent of recipe and fans.</source>
        <translation>σ 固定为 %1，与配方和扇入扇出无关。</translation>
    </message>
    <message>
        <source>The distribution was truncated at %1, but σ was not compensated for it.</source>
        <translation>分布在 %1 处截断，但 σ 没有作补偿。</translation>
    </message>
    <message>
        <source>Divide σ by %1 (compensated), or truncate as the recipe does.</source>
        <translation>把 σ 除以 %1（补偿），或按配方截断。</translation>
    </message>
    <message>
        <source>truncated at %1</source>
        <translation>在 %1 处截断</translation>
    </message>
    <message>
        <source>Divide σ by %1 (compensated).</source>
        <translation>把 σ 除以 %1（补偿）。</translation>
    </message>
    <message>
        <source>not compensated for truncation at %1</source>
        <translation>没有补偿 %1 处的截断</translation>
    </message>
    <message>
        <source>The distribution was truncated at %1, and σ was compensated for it.</source>
        <translation>分布在 %1 处截断，σ 已作补偿。</translation>
    </message>
    <message>
        <source>Truncate as the recipe does.</source>
        <translation>按配方截断。</translation>
    </message>
    <message>
        <source>compensated for truncation at %1</source>
        <translation>补偿了 %1 处的截断</translation>
    </message>
    <message>
        <source>The recipe truncates at %1, which leaves %2 of σ; this tensor is not truncated.</source>
        <translation>配方在 %1 处截断，σ 变为原来的 %2 倍；这个张量没有截断。</translation>
    </message>
    <message>
        <source>not truncated at %1</source>
        <translation>没有在 %1 处截断</translation>
    </message>
    <message>
        <source>There are two causes: %1 (×%2) and %3 (×%4).</source>
        <translation>有两个原因：%1（×%2）和 %3（×%4）。</translation>
    </message>
    <message>
        <source>it is constant in one of the two checkpoints and random in the other.</source>
        <translation>它在两个检查点之一中是常数，在另一个中是随机的。</translation>
    </message>
    <message>
        <source>every entry is %1, but %2 in the other checkpoint.</source>
        <translation>每个元素都是 %1，而在另一个检查点中是 %2。</translation>
    </message>
    <message>
        <source>σ is %1, but %2 in the other checkpoint; the ratio is %3.</source>
        <translation>σ 为 %1，而在另一个检查点中为 %2；比值为 %3。</translation>
    </message>
    <message>
        <source>the mean differs from that of the other checkpoint.</source>
        <translation>均值与另一个检查点不同。</translation>
    </message>
    <message>
        <source>σ agrees, but the distribution differs from that of the other checkpoint.</source>
        <translation>σ 一致，但分布与另一个检查点不同。</translation>
    </message>
    <message>
        <source>The two checkpoints were not initialized with the same recipe.</source>
        <translation>两个检查点不是按同一配方初始化的。</translation>
    </message>
    <message>
        <source>Compare the code and settings that initialized them.</source>
        <translation>比较初始化它们的代码与设置。</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>is a Git LFS pointer in place of the file; git lfs pull fetches the file</source>
        <translation>是 Git LFS 的指针而非文件本身；用“git lfs pull”取得文件</translation>
    </message>
    <message>
        <source>is not in a known tensor format: safetensors, torch.save, GGUF or .npz</source>
        <translation>不是已知的张量文件：safetensors、torch.save 的文件、GGUF 或 .npz</translation>
    </message>
    <message>
        <source>cannot be read as a folder</source>
        <translation>无法作为文件夹读取</translation>
    </message>
    <message>
        <source>has no file that ends in .safetensors, .bin, .pt, .pth, .gguf or .npz</source>
        <translation>没有以 .safetensors、.bin、.pt、.pth、.gguf 或 .npz 结尾的文件</translation>
    </message>
    <message>
        <source>is too large for an index of shards</source>
        <translation>作为分片索引过大</translation>
    </message>
    <message>
        <source>is not an index of shards: it has no weight_map</source>
        <translation>不是分片索引：没有 weight_map</translation>
    </message>
    <message>
        <source>must have the name of a file for tensor %1, got %2</source>
        <translation>张量 %1 的值须为文件名，实际为 %2</translation>
    </message>
    <message>
        <source>has a value %1 that is a list of lists</source>
        <translation>的值 %1 是列表的列表</translation>
    </message>
    <message>
        <source>has a value %1 of unknown type %2</source>
        <translation>的值 %1 的类型 %2 未知</translation>
    </message>
    <message>
        <source>has a tensor %1 with %2 dimensions; at most 8 are allowed</source>
        <translation>的张量 %1 有 %2 维；至多 8 维</translation>
    </message>
    <message>
        <source>is a GGUF file from a big-endian machine</source>
        <translation>是大端机器的 GGUF 文件</translation>
    </message>
    <message>
        <source>is a GGUF file of version %1; the version must be 2 or 3</source>
        <translation>是版本 %1 的 GGUF 文件；须为 2 或 3</translation>
    </message>
    <message>
        <source>has %1 tensors; at most a million are allowed</source>
        <translation>有 %1 个张量；至多一百万个</translation>
    </message>
    <message>
        <source>has the unsupported GGUF type %1</source>
        <translation>的 GGUF 类型 %1 不受支持</translation>
    </message>
    <message>
        <source>has a tensor %1 that overlaps another</source>
        <translation>的张量 %1 与另一个重叠</translation>
    </message>
    <message>
        <source>holds %1, which is not run because no tensor needs it; save the state_dict() alone</source>
        <translation>含有 %1；没有张量需要它，因此不予运行；请只保存 state_dict()</translation>
    </message>
    <message>
        <source>contains a damaged pickle</source>
        <translation>的 pickle 已损坏</translation>
    </message>
    <message>
        <source>contains a pickle with too many or too deeply nested objects</source>
        <translation>的 pickle 对象过多或嵌套过深</translation>
    </message>
    <message>
        <source>became shorter while it was read</source>
        <translation>在读取时变短了</translation>
    </message>
    <message>
        <source>has a header of %1 bytes, but at most %2 are allowed: it would take ten times as much memory</source>
        <translation>的文件头有 %1 字节，而至多允许 %2 字节：读取它会占用十倍的内存</translation>
    </message>
    <message>
        <source>has the unsupported dtype %1</source>
        <translation>的 dtype %1 不受支持</translation>
    </message>
    <message>
        <source>is in an unknown torch.save format</source>
        <translation>是未知的 torch.save 格式</translation>
    </message>
    <message>
        <source>has numbers that belong to no tensor</source>
        <translation>含有不属于任何张量的数</translation>
    </message>
    <message>
        <source>has numbers of the PyTorch type %1; no numbers after them can be located</source>
        <translation>含有 PyTorch 的 %1 类型的数，其后的数无法定位</translation>
    </message>
    <message>
        <source>is cut short: numbers of its tensors are missing</source>
        <translation>不完整：缺少张量的数</translation>
    </message>
    <message>
        <source>has the unsupported PyTorch type %1</source>
        <translation>的 PyTorch 类型 %1 不受支持</translation>
    </message>
    <message>
        <source>has a tensor %1 whose numbers are missing</source>
        <translation>的张量 %1 缺少数值</translation>
    </message>
    <message>
        <source>has a tensor %1 that lies outside of its storage</source>
        <translation>的张量 %1 在其存储之外</translation>
    </message>
    <message>
        <source>repeats entries through its strides (call contiguous() before saving)</source>
        <translation>通过步幅重复元素（请在保存前调用 contiguous()）</translation>
    </message>
    <message>
        <source>is made by %1, which is not run</source>
        <translation>由 %1 生成，不予运行</translation>
    </message>
    <message>
        <source>is a zip archive without data.pkl, so torch.save did not write it</source>
        <translation>是没有 data.pkl 的 zip 归档，不是 torch.save 所写</translation>
    </message>
    <message>
        <source>was saved on a big-endian machine; load it and save it again on a little-endian one</source>
        <translation>保存于大端机器；请在小端机器上读入并重新保存</translation>
    </message>
    <message>
        <source>The experiment does not initialize %1 as the recipe does.</source>
        <translation>实验初始化 %1 的方式与配方不同。</translation>
    </message>
    <message>
        <source>The recipe scales %1 by the block's number. An experiment has one distribution per role, so all blocks are initialized like the first.</source>
        <translation>配方按块的序号缩放 %1。实验中每个角色只有一个分布，因此所有块都像第一块那样初始化。</translation>
    </message>
    <message>
        <source>%1: its weights take %2 of memory and the run about %3, but only %4 may be used</source>
        <translation>%1：其权重占用 %2 内存，运行约需 %3，而可用 %4</translation>
    </message>
    <message>
        <source>The %1 γ has RMS %2, not 1: the layer after the norm gets inputs that are too large.</source>
        <translation>%1 γ 的 RMS 为 %2，而非 1：归一化之后的层的输入过大。</translation>
    </message>
    <message>
        <source>The %1 γ has RMS %2, not 1: the layer after the norm gets inputs that are too small.</source>
        <translation>%1 γ 的 RMS 为 %2，而非 1：归一化之后的层的输入过小。</translation>
    </message>
    <message>
        <source>The norms' scale γ has RMS %1, not 1: the layers after the norms get inputs that are too large.</source>
        <translation>归一化的缩放 γ 的 RMS 为 %1，而非 1：归一化之后各层的输入过大。</translation>
    </message>
    <message>
        <source>The norms' scale γ has RMS %1, not 1: the layers after the norms get inputs that are too small.</source>
        <translation>归一化的缩放 γ 的 RMS 为 %1，而非 1：归一化之后各层的输入过小。</translation>
    </message>
    <message>
        <source>(simulated)</source>
        <translation>（模拟）</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>The weights come from a file, so no change of initializers reaches them.</source>
        <translation>权重来自文件，改变初始化方案不影响它们。</translation>
    </message>
    <message>
        <source>Make the network %1× wider</source>
        <translation>将网络加宽到 %1 倍</translation>
    </message>
    <message>
        <source>LSUV</source>
        <translation>LSUV</translation>
    </message>
    <message>
        <source>the constant value %1</source>
        <translation>常数值 %1</translation>
    </message>
    <message>
        <source>σ = %1 (σ_w² = %2)</source>
        <translation>σ = %1（σ_w² = %2）</translation>
    </message>
    <message>
        <source>mean %1 and σ = %2 (σ_w² = %3)</source>
        <translation>均值 %1，σ = %2（σ_w² = %3）</translation>
    </message>
    <message>
        <source>σ_b² = %1</source>
        <translation>σ_b² = %1</translation>
    </message>
    <message>
        <source>mean %1, σ_b² = %2</source>
        <translation>均值 %1，σ_b² = %2</translation>
    </message>
    <message>
        <source>This is intended if the network starts as a sphere (geometric initialization).</source>
        <translation>若网络要从球面开始（几何初始化），则这是有意的。</translation>
    </message>
    <message>
        <source>The weights have mean %1, not 0. All units share its contribution, fan_in·mean = %2, which outweighs σ√fan_in = %3.</source>
        <translation>权重的均值为 %1，而非 0。它对所有神经元的贡献相同：fan_in·均值 = %2，超过 σ√fan_in = %3。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>Switch to max pooling</source>
        <translation>改用最大池化</translation>
    </message>
    <message>
        <source>Average pooling leaves %1 of the RMS each time, since a mean over different positions is smaller than the values themselves.</source>
        <translation>平均池化每次使 RMS 减小到原来的 %1 倍，因为不同位置的均值比各位置的值小。</translation>
    </message>
    <message>
        <source>With zero padding, only %1 of the receptive field of layer %2 lies within the image, but schemes count all of it.</source>
        <translation>采用零填充时，第 %2 层的感受野只有 %1 在图像之内，而初始化方案按全部计算。</translation>
    </message>
    <message>
        <source>Switch to circular padding</source>
        <translation>改用循环填充</translation>
    </message>
    <message>
        <source>Average pooling splits the gradient over %1 positions and divides its norm by √%1 each time, whatever the weights are.</source>
        <translation>无论权重如何，平均池化把梯度分到 %1 个位置，每次使其范数除以 √%1。</translation>
    </message>
    <message>
        <source>Start from B = 0</source>
        <translation>从 B = 0 开始</translation>
    </message>
    <message>
        <source>The factors A and B of every adapter are 0.</source>
        <translation>每个适配器的因子 A 和 B 均为 0。</translation>
    </message>
    <message>
        <source>The gradient of each factor is proportional to the other: neither factor can move, and only a readout would train.</source>
        <translation>每个因子的梯度与另一个因子成正比：两者都无法改变，只有读出层能训练。</translation>
    </message>
    <message>
        <source>Adapters change the network before the first step: s B A is up to %1 of the size of W.</source>
        <translation>适配器在第一步之前就改变了网络：s B A 最多达 W 大小的 %1。</translation>
    </message>
    <message>
        <source>Adapters change the network before the first step: s B A is all of W.</source>
        <translation>适配器在第一步之前就改变了网络：s B A 就是整个 W。</translation>
    </message>
    <message>
        <source>Neither factor is 0, so training does not start from the base network.</source>
        <translation>两个因子均不为 0，因此训练不从原模型开始。</translation>
    </message>
    <message>
        <source>both factors of [adapters](training.md#adapters) are zero, so that nothing moves, or neither is, so that training does not start from the base network</source>
        <translation>[适配器](training.md#adapters)的两个因子均为零，因而都不会变化；或均不为零，因而训练不从原模型开始</translation>
    </message>
    <message>
        <source>biased</source>
        <translation>有偏移</translation>
    </message>
    <message>
        <source>All tokens get the same biases, which outweigh the differences between tokens.</source>
        <translation>所有词元得到相同的偏置，其大小超过词元之间的差异。</translation>
    </message>
    <message>
        <source>In each block, %1 averages over tokens, and the skip connection carries too little to keep them apart.</source>
        <translation>在每个块中，%1对词元取平均，而跳跃连接传递的信号太小，无法使词元保持可分。</translation>
    </message>
    <message>
        <source>All inputs get the same biases, and the weights are too small compared with them: σ_w² = %1, σ_b² = %2.</source>
        <translation>所有输入得到相同的偏置，而权重与之相比太小：σ_w² = %1，σ_b² = %2。</translation>
    </message>
    <message>
        <source>Each %1 layer pulls inputs together.</source>
        <translation>每个 %1 层都使输入彼此靠近。</translation>
    </message>
    <message>
        <source>Inputs become indistinguishable: 1 − c is %1 at the start and %2 at %3.</source>
        <translation>输入变得无法区分：1 − c 在起点为 %1，在%3为 %2。</translation>
    </message>
    <message>
        <source>Tokens become indistinguishable: 1 − their mean cosine is %1 at the start and %2 after %3.</source>
        <translation>词元变得无法区分：1 − 平均余弦在起点为 %1，在%3之后为 %2。</translation>
    </message>
    <message>
        <source>collapsing</source>
        <translation>坍缩</translation>
    </message>
    <message>
        <source>different inputs, or the tokens of a sequence, have become the same vector</source>
        <translation>不同的输入，或一个序列的各词元，已成为同一个向量</translation>
    </message>
    <message>
        <source>Attention is frozen in block %1: the logits of a query have std %2, and its entropy is %3 of %4 nats.</source>
        <translation>第 %1 块的注意力冻结：一个查询的 logit 标准差为 %2，其熵为 %3 nat，上限为 %4 nat。</translation>
    </message>
    <message>
        <source>Attention is uniform in block %1: the logits of a query have std %2, and its entropy is %3 of %4 nats.</source>
        <translation>第 %1 块的注意力均匀：一个查询的 logit 标准差为 %2，其熵为 %3 nat，上限为 %4 nat。</translation>
    </message>
    <message>
        <source>Queries and keys are so large that few keys take all the weight, and little gradient passes through the softmax.</source>
        <translation>查询和键过大，少数键占据全部权重，几乎没有梯度通过 softmax。</translation>
    </message>
    <message>
        <source>Queries and keys are so small that all keys get the same weight, and their gradients are small too.</source>
        <translation>查询和键过小，所有键得到相同的权重，它们的梯度也很小。</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>each head attends to one key only, or to all keys equally</source>
        <translation>每个头只关注一个键，或对所有键同等关注</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>Set biases to 0</source>
        <translation>将偏置设为 0</translation>
    </message>
    <message>
        <source>Set biases to 0 in %1</source>
        <translation>将%1的偏置设为 0</translation>
    </message>
    <message>
        <source>Biases shift the preactivations of %1: z has mean %2 and std %3.</source>
        <translation>偏置使%1的预激活值偏移：z 的均值为 %2，标准差为 %3。</translation>
    </message>
    <message>
        <source>An offset E[b] that all units share carries no information and shifts the activation to one side.</source>
        <translation>所有神经元共有的偏移 E[b] 不携带信息，并使激活偏向一侧。</translation>
    </message>
    <message>
        <source>nonzero mean</source>
        <translation>均值非零</translation>
    </message>
    <message>
        <source>biases outweigh the signal</source>
        <translation>偏置超过信号</translation>
    </message>
    <message>
        <source>Use a kernel that is a multiple of the stride: %1</source>
        <translation>取步幅的倍数作为核：%1</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>核</translation>
    </message>
    <message>
        <source>The kernel of %1 has size %2 and its stride is %3: some outputs see no input.</source>
        <translation>%1的核大小为 %2，步幅为 %3：有些输出看不到输入。</translation>
    </message>
    <message>
        <source>The kernel of %1 has size %2 and its stride is %3: outputs see %4 to %5 positions of the input, and their standard deviations differ by a factor of %6.</source>
        <translation>%1的核大小为 %2，步幅为 %3：各输出看到 %4 到 %5 个输入位置，其标准差相差 %6 倍。</translation>
    </message>
    <message>
        <source>The stride of the transposed convolution does not divide its kernel. Windows then overlap unevenly, and generated images show a checkerboard.</source>
        <translation>转置卷积的步幅不整除其核。窗口于是重叠不均，生成的图像显出棋盘状图案。</translation>
    </message>
    <message>
        <source>uneven</source>
        <translation>不均匀</translation>
    </message>
    <message>
        <source>the stride of a transposed convolution does not divide its kernel, so that outputs see different numbers of positions</source>
        <translation>转置卷积的步幅不整除其核，因而各输出所见的位置数不同</translation>
    </message>
    <message>
        <source>Initialize in %1</source>
        <translation>用 %1 初始化</translation>
    </message>
    <message>
        <source>The weights of %1 exceed %2, the largest number of %3.</source>
        <translation>%1的权重超过 %2，即 %3 的最大数。</translation>
    </message>
    <message>
        <source>In %1, %2 of the weights of %3 become %4: their σ is %5.</source>
        <translation>用 %1 时，%3的权重有 %2 变为 %4：其 σ 为 %5。</translation>
    </message>
    <message>
        <source>In PyTorch such entries become infinite.</source>
        <translation>在 PyTorch 中，这样的元素变为无穷大。</translation>
    </message>
    <message>
        <source>The numbers of this format are too far apart for a distribution with this σ.</source>
        <translation>对于这一 σ 的分布，该格式的数间隔过大。</translation>
    </message>
    <message>
        <source>too coarse</source>
        <translation>过粗</translation>
    </message>
    <message>
        <source>a dtype has too few numbers for the spread of the weights, or none large enough</source>
        <translation>dtype 在权重的分布范围内可表示的数太少，或没有足够大的数</translation>
    </message>
    <message>
        <source>The singular values of the whole network span %1 decades, from %2 down to %3; half of them are below %4.</source>
        <translation>整个网络的奇异值跨越 %1 个数量级，从 %2 到 %3；其中一半低于 %4。</translation>
    </message>
    <message>
        <source>Each %1 stretches some directions more than others, and in J the factors multiply. Most input directions are lost on the way, forward and backward.</source>
        <translation>每个%1对一些方向的拉伸大于另一些，在 J 中这些因子相乘。大多数输入方向在前向和反向途中丢失。</translation>
    </message>
    <message>
        <source>ill-conditioned</source>
        <translation>病态</translation>
    </message>
    <message>
        <source>singular values spread so far that gradients reach few directions</source>
        <translation>奇异值相差太大，梯度只到达少数方向</translation>
    </message>
    <message>
        <source>%1 of the units of layer %2 are 0 on all samples: z has mean %3 and std %4.</source>
        <translation>第 %2 层有 %1 的神经元对所有样本都为 0：z 的均值为 %3，标准差为 %4。</translation>
    </message>
    <message>
        <source>No signal arrives: all preactivations are 0.</source>
        <translation>没有信号到达：所有预激活值为 0。</translation>
    </message>
    <message>
        <source>Dead units have negative preactivations z for every input: biases are negative, or the scale of the weights is wrong.</source>
        <translation>死亡神经元对每个输入的预激活值 z 都为负：偏置为负，或权重的尺度不对。</translation>
    </message>
    <message>
        <source>units that are zero on every sample</source>
        <translation>对每个样本都为零的死亡神经元</translation>
    </message>
    <message>
        <source>Forget gates start at %1: over %2 steps a cell state keeps %3 of its value. A forget bias of 1 would keep %4.</source>
        <translation>遗忘门的初值为 %1：经 %2 步，细胞状态衰减到原来的 %3 倍。若遗忘偏置为 1，则为 %4 倍。</translation>
    </message>
    <message>
        <source>The mean forget bias is %1, so gates are σ(%1) = %2.</source>
        <translation>遗忘偏置的均值为 %1，因此门为 σ(%1) = %2。</translation>
    </message>
    <message>
        <source>Set the forget bias to 1</source>
        <translation>将遗忘偏置设为 1</translation>
    </message>
    <message>
        <source>short memory</source>
        <translation>记忆过短</translation>
    </message>
    <message>
        <source>forget gates of an LSTM start at 1/2, so that a cell state decays as 0.5ᵗ: a forget bias of 1 makes it 0.73ᵗ</source>
        <translation>LSTM 的遗忘门从 1/2 开始，细胞状态按 0.5ᵗ 衰减：遗忘偏置为 1 时则为 0.73ᵗ</translation>
    </message>
    <message>
        <source>%1 gives layer %2 σ_w² = %3, but %4 is critical at σ_w² = %5.</source>
        <translation>%1 使第 %2 层的 σ_w² = %3，而 %4 的临界值为 σ_w² = %5。</translation>
    </message>
    <message>
        <source>The gain of %1 does not suit %2: χ is not 1.</source>
        <translation>%1 的增益不适合 %2：χ 不为 1。</translation>
    </message>
    <message>
        <source>mis-scaled</source>
        <translation>尺度不当</translation>
    </message>
    <message>
        <source>the gain is not the one that the activation needs</source>
        <translation>增益不是该激活函数所需的</translation>
    </message>
    <message>
        <source>The stream's gradient shrinks at each branch on the way back: by the norm after the sum, or by a skip factor below 1.</source>
        <translation>反向传播时，残差流的梯度在每个分支处减小：由于求和之后的归一化，或小于 1 的跳跃连接因子。</translation>
    </message>
    <message>
        <source>The stream's gradient grows at each branch on the way back: by the factor 1 + α²χ, or by the branch's norm.</source>
        <translation>反向传播时，残差流的梯度在每个分支处增大：乘以因子 1 + α²χ，或由分支的归一化决定。</translation>
    </message>
    <message>
        <source>The gradient shrinks at each layer on the way back.</source>
        <translation>反向传播时，梯度逐层减小。</translation>
    </message>
    <message>
        <source>The gradient grows at each layer on the way back.</source>
        <translation>反向传播时，梯度逐层增大。</translation>
    </message>
    <message>
        <source>BatchNorm divides by the standard deviation over the batch: χ = γ² E[φ'(z)²]/Var[φ(z)] = %1 instead of 1. The squared gradient shrinks by about this factor per layer, whatever the weights.</source>
        <translation>BatchNorm 除以批上的标准差：χ = γ² E[φ'(z)²]/Var[φ(z)] = %1，而不是 1。不论权重如何，梯度的平方每层约乘以此因子而减小。</translation>
    </message>
    <message>
        <source>BatchNorm divides by the standard deviation over the batch: χ = γ² E[φ'(z)²]/Var[φ(z)] = %1 instead of 1. The squared gradient grows by about this factor per layer, whatever the weights.</source>
        <translation>BatchNorm 除以批上的标准差：χ = γ² E[φ'(z)²]/Var[φ(z)] = %1，而不是 1。不论权重如何，梯度的平方每层约乘以此因子而增大。</translation>
    </message>
    <message>
        <source>LayerNorm divides by the RMS: χ = γ² σ_w² E[φ'(z)²]/(σ_w² E[φ(z)²] + σ_b²) = %1 instead of 1. The squared gradient shrinks by about this factor per layer.</source>
        <translation>LayerNorm 除以 RMS：χ = γ² σ_w² E[φ'(z)²]/(σ_w² E[φ(z)²] + σ_b²) = %1，而不是 1。梯度的平方每层约乘以此因子而减小。</translation>
    </message>
    <message>
        <source>LayerNorm divides by the RMS: χ = γ² σ_w² E[φ'(z)²]/(σ_w² E[φ(z)²] + σ_b²) = %1 instead of 1. The squared gradient grows by about this factor per layer.</source>
        <translation>LayerNorm 除以 RMS：χ = γ² σ_w² E[φ'(z)²]/(σ_w² E[φ(z)²] + σ_b²) = %1，而不是 1。梯度的平方每层约乘以此因子而增大。</translation>
    </message>
    <message>
        <source>χ = σ_w² E[φ'(z)²] = %1 instead of 1: the squared gradient shrinks by about this factor per layer.</source>
        <translation>χ = σ_w² E[φ'(z)²] = %1，而非 1：梯度的平方每层约按此因子减小。</translation>
    </message>
    <message>
        <source>χ = σ_w² E[φ'(z)²] = %1 instead of 1: the squared gradient grows by about this factor per layer.</source>
        <translation>χ = σ_w² E[φ'(z)²] = %1，而非 1：梯度的平方每层约按此因子增大。</translation>
    </message>
    <message>
        <source>The gradient is exactly zero at every layer.</source>
        <translation>各层的梯度恰为零。</translation>
    </message>
    <message>
        <source>The gradient vanishes: the ratio of its sizes at %1 and at %2 is off the scale.</source>
        <translation>梯度消失：%1与%2的梯度大小之比超出可表示范围。</translation>
    </message>
    <message>
        <source>The gradient explodes: the ratio of its sizes at %1 and at %2 is off the scale.</source>
        <translation>梯度爆炸：%1与%2的梯度大小之比超出可表示范围。</translation>
    </message>
    <message>
        <source>The gradient vanishes: at %1 it is %2 times the gradient at %3.</source>
        <translation>梯度消失：%1的梯度是%3的 %2 倍。</translation>
    </message>
    <message>
        <source>The gradient explodes: at %1 it is %2 times the gradient at %3.</source>
        <translation>梯度爆炸：%1的梯度是%3的 %2 倍。</translation>
    </message>
    <message>
        <source>Preactivations are so large that the slope of %1 there is 0 in floating point.</source>
        <translation>预激活值过大，%1 在该处的斜率用浮点数计算为 0。</translation>
    </message>
    <message>
        <source>the gradient grows or shrinks on the way back: early layers diverge, or learn nothing</source>
        <translation>反向传播时梯度增大或减小：靠前的层发散，或学不到东西</translation>
    </message>
    <message>
        <source>The weights are made for an input of RMS 1, but its RMS is %1, and all layers are off by this factor.</source>
        <translation>权重适用于 RMS 为 1 的输入，但输入的 RMS 为 %1，各层都偏离这一倍数。</translation>
    </message>
    <message>
        <source>All patches share a mean, whose square is %1 of their mean square. LayerNorm keeps it, since it subtracts the mean over channels, not over tokens.</source>
        <translation>所有图块有共同的均值，其平方占均方的 %1。LayerNorm 会保留它，因为减去的是通道上的均值，而不是词元上的均值。</translation>
    </message>
    <message>
        <source>All samples share a mean, whose square is %1 of the input's mean square. The input's RMS is %2, but the weights are made for 1.</source>
        <translation>所有样本有共同的均值，其平方占输入均方的 %1。输入的 RMS 为 %2，而权重适用于 1。</translation>
    </message>
    <message>
        <source>The input is not standardized: mean %1, σ %2.</source>
        <translation>输入未标准化：均值 %1，σ 为 %2。</translation>
    </message>
    <message>
        <source>Standardize the input</source>
        <translation>将输入标准化</translation>
    </message>
    <message>
        <source>missing scale</source>
        <translation>未缩放</translation>
    </message>
    <message>
        <source>the input is not standardized, as with pixels from 0 to 255, or its RMS is off by a factor of ten. For patches, the mean of the images outweighs their differences, as with pixels from 0 to 1</source>
        <translation>输入未标准化（如 0 到 255 的像素），或其 RMS 相差十倍。对图块而言，图像的均值超过图像之间的差异（如 0 到 1 的像素）</translation>
    </message>
    <message>
        <source>An untrained network cannot know the next token: targets leak into the inputs.</source>
        <translation>未训练的网络不可能知道下一个词元：目标泄漏到输入中。</translation>
    </message>
    <message>
        <source>An untrained network cannot know the classes: targets leak into the inputs.</source>
        <translation>未训练的网络不可能知道类别：目标泄漏到输入中。</translation>
    </message>
    <message>
        <source>The head's bias prefers outcomes that are rare in the data: with the bias alone, the cross-entropy is %1; without it, %2.</source>
        <translation>输出头的偏置偏好数据中少见的结果：仅有该偏置时交叉熵为 %1，没有它时为 %2。</translation>
    </message>
    <message>
        <source>The head is tied to the embedding: what remains of a token's own embedding makes its logit stand out.</source>
        <translation>输出头与嵌入绑定：词元自身嵌入的残留使其 logit 突出。</translation>
    </message>
    <message>
        <source>Rows of the head have length m√d σ = %1, the std of logits for hidden vectors of RMS 1. With σ = 1/√d = %2 it is 1.</source>
        <translation>输出头各行的长度为 m√d σ = %1，即隐向量 RMS 为 1 时 logit 的标准差。取 σ = 1/√d = %2 时为 1。</translation>
    </message>
    <message>
        <source>Hidden vectors or rows of the head are too large: the softmax is overconfident before training.</source>
        <translation>隐向量或输出头的行过大：训练之前 softmax 就过于自信。</translation>
    </message>
    <message>
        <source>beyond 10³⁰⁸</source>
        <translation>超过 10³⁰⁸</translation>
    </message>
    <message>
        <source>The logits have std %1.</source>
        <translation>logit 的标准差为 %1。</translation>
    </message>
    <message>
        <source>The logits have std %1, and the first cross-entropy is %2 instead of ln V = %3.</source>
        <translation>logit 的标准差为 %1，初始交叉熵为 %2，而非 ln V = %3。</translation>
    </message>
    <message>
        <source>The logits have std %1, and the first cross-entropy is %2 instead of ln(classes) = %3.</source>
        <translation>logit 的标准差为 %1，初始交叉熵为 %2，而非 ln(类别数) = %3。</translation>
    </message>
    <message>
        <source>the first predictions are confident and wrong: the first loss is more than 1 nat away from ln V, or below what the frequencies in the head's bias allow. Logits of std 1 cost half a nat and are healthy; a head with σ = 1/√d produces them from a normalized vector. Where a vision transformer averages its tokens, the vector is shorter, and even σ = 0.3 may cost no more than half a nat</source>
        <translation>最初的预测自信却错误：初始损失与 ln V 相差超过 1 nat，或低于输出头偏置中的频率所允许的值。标准差为 1 的 logit 只使损失高出半个 nat，属于健康状态；归一化向量经 σ = 1/√d 的输出头就得到这样的 logit。视觉 Transformer 对词元取平均时向量更短，即使 σ = 0.3，代价也可能不超过半个 nat</translation>
    </message>
    <message>
        <source>The network is too narrow for its depth (Σ 1/width = %1): its signal vanishes by chance.</source>
        <translation>网络相对其深度太窄（Σ 1/宽度 = %1）：信号因随机涨落而消失。</translation>
    </message>
    <message>
        <source>The network is too narrow for its depth (Σ 1/width = %1): its signal explodes by chance.</source>
        <translation>网络相对其深度太窄（Σ 1/宽度 = %1）：信号因随机涨落而爆炸。</translation>
    </message>
    <message>
        <source>The network is too narrow for its depth (Σ 1/width = %1): its gradient vanishes by chance.</source>
        <translation>网络相对其深度太窄（Σ 1/宽度 = %1）：梯度因随机涨落而消失。</translation>
    </message>
    <message>
        <source>The network is too narrow for its depth (Σ 1/width = %1): its gradient explodes by chance.</source>
        <translation>网络相对其深度太窄（Σ 1/宽度 = %1）：梯度因随机涨落而爆炸。</translation>
    </message>
    <message>
        <source>The network is too narrow for its depth (Σ 1/width = %1): its inputs become indistinguishable by chance.</source>
        <translation>网络相对其深度太窄（Σ 1/宽度 = %1）：输入因随机涨落而无法区分。</translation>
    </message>
    <message>
        <source>The network is narrow for its depth (Σ 1/width = %1): the logarithm of the RMS of signal or gradient varies by ±%2 between seeds.</source>
        <translation>网络相对其深度偏窄（Σ 1/宽度 = %1）：信号或梯度的 RMS 的对数在不同种子之间变化 ±%2。</translation>
    </message>
    <message>
        <source>Each layer multiplies lengths by a random factor of variance ∝ 1/width, and the variances add up over depth. The scheme is not at fault.</source>
        <translation>每层使长度乘以方差 ∝ 1/宽度 的随机因子，这些方差随深度累加。问题不在初始化方案。</translation>
    </message>
    <message>
        <source>A network that is wide enough has too many weights: make it shallower instead.</source>
        <translation>足够宽的网络权重过多：请改为减小深度。</translation>
    </message>
    <message>
        <source>narrow</source>
        <translation>窄</translation>
    </message>
    <message>
        <source>networks of this width and depth differ too much between random seeds</source>
        <translation>这一宽度和深度的网络因种子不同而差异过大</translation>
    </message>
    <message>
        <source>The layer after the norm gets inputs that are too large.</source>
        <translation>归一化之后的层的输入过大。</translation>
    </message>
    <message>
        <source>The layer after the norm gets inputs that are too small.</source>
        <translation>归一化之后的层的输入过小。</translation>
    </message>
    <message>
        <source>The layers after the norms get inputs that are too large.</source>
        <translation>归一化之后各层的输入过大。</translation>
    </message>
    <message>
        <source>The layers after the norms get inputs that are too small.</source>
        <translation>归一化之后各层的输入过小。</translation>
    </message>
    <message>
        <source>No signal and no gradient pass through a norm: only the scale itself can move. A first loss of ln V still looks healthy.</source>
        <translation>信号和梯度都无法通过归一化：只有缩放本身能改变。尽管如此，初始损失为 ln V，看上去是健康的。</translation>
    </message>
    <message>
        <source>No signal and no gradient pass through the norm: at first, only the scale itself can move.</source>
        <translation>信号与梯度都无法通过该归一化：起初只有缩放本身能够变化。</translation>
    </message>
    <message>
        <source>The norms' scale γ has RMS %1, not 1.</source>
        <translation>归一化的缩放 γ 的 RMS 为 %1，而非 1。</translation>
    </message>
    <message>
        <source>The %1 γ has RMS %2, not 1.</source>
        <translation>%1 γ 的 RMS 为 %2，而非 1。</translation>
    </message>
    <message>
        <source>Set the scale of every norm to 1</source>
        <translation>将每个归一化的缩放设为 1</translation>
    </message>
    <message>
        <source>Set the norms' scale to 1: %1</source>
        <translation>将归一化的缩放设为 1：%1</translation>
    </message>
    <message>
        <source>Set the %1 to 1: %2</source>
        <translation>将%1设为 1：%2</translation>
    </message>
    <message>
        <source>norms whose scale γ is not 1 multiply the stream</source>
        <translation>归一化的缩放 γ 不为 1，使残差流成倍变化</translation>
    </message>
    <message>
        <source>The variance of %1 is %2 times that of separate matrices: queries, keys and values are initialized as one matrix, with their joint fan_out.</source>
        <translation>%1 的方差是各自独立矩阵的 %2 倍：三者作为一个矩阵初始化，fan_out 为三者之和。</translation>
    </message>
    <message>
        <source>The library keeps queries, keys and values in one matrix and passes its shape to the scheme. Each output still has the same number of inputs.</source>
        <translation>该库把查询、键和值存在一个矩阵中，并按其形状初始化。每个输出的输入数并未改变。</translation>
    </message>
    <message>
        <source>Compute fans for each matrix separately</source>
        <translation>对每个矩阵分别计算扇入扇出</translation>
    </message>
    <message>
        <source>a scheme counts the outputs of queries, keys and values together</source>
        <translation>方案把查询、键与值的输出合在一起计数</translation>
    </message>
    <message>
        <source>Multiply the embeddings: %1</source>
        <translation>放大嵌入：%1</translation>
    </message>
    <message>
        <source>Initialize the positions like the embeddings: %1</source>
        <translation>按嵌入的方式初始化位置：%1</translation>
    </message>
    <message>
        <source>Initialize the embeddings: %1</source>
        <translation>初始化嵌入：%1</translation>
    </message>
    <message>
        <source>Positions outweigh the tokens: their RMS is %1, and that of the embeddings is %2.</source>
        <translation>位置压过了词元：其 RMS 为 %1，而嵌入的为 %2。</translation>
    </message>
    <message>
        <source>The first blocks read the sum of the two, in which the tokens have %1 of the mean square. All sequences look similar to them.</source>
        <translation>最前面的块读取两者之和，其中词元占均方的 %1。在它们看来，所有序列都相似。</translation>
    </message>
    <message>
        <source>positions are more than ten times as large as the embeddings to which they are added</source>
        <translation>位置比与之相加的嵌入大十倍以上</translation>
    </message>
    <message>
        <source>In %1 the gradient of %2 overflows (&gt; %3), even with the best loss scale.</source>
        <translation>用 %1 时，即使采用最佳损失缩放，%2的梯度也上溢（&gt; %3）。</translation>
    </message>
    <message>
        <source>In %1 the signal of %2 overflows (&gt; %3).</source>
        <translation>用 %1 时，%2的信号上溢（&gt; %3）。</translation>
    </message>
    <message>
        <source>In %1, %2 of the nonzero gradients of %3 underflow (&lt; %4), even with the best loss scale.</source>
        <translation>用 %1 时，即使采用最佳损失缩放，%3的非零梯度仍有 %2 下溢（&lt; %4）。</translation>
    </message>
    <message>
        <source>In %1, %2 of the nonzero signal of %3 underflows (&lt; %4).</source>
        <translation>用 %1 时，%3的非零信号有 %2 下溢（&lt; %4）。</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 从%2起</translation>
    </message>
    <message>
        <source>Narrower formats lose entries too: %1.</source>
        <translation>更窄的格式也会丢失元素：%1。</translation>
    </message>
    <message>
        <source>The gradient g changes so much over depth that no loss scale fits all layers.</source>
        <translation>梯度 g 随深度变化过大，没有适合所有层的损失缩放。</translation>
    </message>
    <message>
        <source>The signal is larger than the format's largest number.</source>
        <translation>信号大于该格式的最大数。</translation>
    </message>
    <message>
        <source>The signal is smaller than the format's smallest number.</source>
        <translation>信号小于该格式的最小数。</translation>
    </message>
    <message>
        <source>overflowing</source>
        <translation>上溢</translation>
    </message>
    <message>
        <source>entries are outside the range of fp16, bf16 or fp8</source>
        <translation>元素超出 fp16、bf16 或 fp8 的范围</translation>
    </message>
    <message>
        <source>underflowing</source>
        <translation>下溢</translation>
    </message>
    <message>
        <source>In %1 the rounding error is %2 of the output of %3, compared with float32. After the first layer it is %4.</source>
        <translation>用 %1 时，与 float32 相比，%3输出的舍入误差为 %2。第一层之后为 %4。</translation>
    </message>
    <message>
        <source>Each layer rounds its output and amplifies differences in its input by χ: in a chaotic network, rounding errors change the output.</source>
        <translation>每层都会对其输出舍入，并按 χ 放大输入的差异：在混沌网络中，舍入误差会改变输出。</translation>
    </message>
    <message>
        <source>imprecise</source>
        <translation>不精确</translation>
    </message>
    <message>
        <source>in the chosen precision, rounding errors grow until they change the output</source>
        <translation>在所选精度下，舍入误差增大，直至改变输出</translation>
    </message>
    <message>
        <source>%1 of %2 experts</source>
        <translation>%2 个专家中的 %1 个</translation>
    </message>
    <message>
        <source>The router of block %1 is nearly deterministic: its entropy is %2 of %3 nats.</source>
        <translation>第 %1 块的路由几乎是确定的：其熵为 %2 nat，上限为 %3 nat。</translation>
    </message>
    <message>
        <source>The router's σ_r is so large that the softmax gives nearly all weight to one expert, and little gradient comes back to the router.</source>
        <translation>路由的 σ_r 过大，softmax 几乎把全部权重给一个专家，路由几乎得不到梯度。</translation>
    </message>
    <message>
        <source>All tokens go to the same %1 in block %2.</source>
        <translation>第 %2 块的所有词元都分给相同的专家（%1）。</translation>
    </message>
    <message>
        <source>Few experts get most tokens in block %1: the std of loads is %2 of their mean. It would be %3 if all tokens went to the same %4.</source>
        <translation>第 %1 块的大多数词元分给少数专家：负载的标准差是其均值的 %2 倍。若所有词元都分给相同的专家（%4），则为 %3 倍。</translation>
    </message>
    <message>
        <source>The router gives all experts the same logit, so the first are chosen and the others get no gradient. The load-balance loss is 1 and does not show it.</source>
        <translation>路由给所有专家相同的 logit，因此选中靠前的专家，其余的没有梯度。负载均衡损失为 1，看不出这一点。</translation>
    </message>
    <message>
        <source>Tokens are nearly identical there, so the router sends them to the same experts.</source>
        <translation>此处的词元几乎相同，因此路由把它们分给相同的专家。</translation>
    </message>
    <message>
        <source>expert overload</source>
        <translation>专家过载</translation>
    </message>
    <message>
        <source>most tokens go to the same experts: tokens are nearly identical, or the router is zero and the first experts are chosen</source>
        <translation>大多数词元分给相同的专家：词元几乎相同，或路由为零而选中靠前的专家</translation>
    </message>
    <message>
        <source>the router of a mixture of experts gives nearly all weight to one expert</source>
        <translation>混合专家的路由几乎把全部权重给一个专家</translation>
    </message>
    <message>
        <source>%1 of the outputs of layer %2 are saturated: the RMS of z is %3.</source>
        <translation>第 %2 层的输出有 %1 饱和：z 的 RMS 为 %3。</translation>
    </message>
    <message>
        <source>Preactivations z lie far outside the steep part of %1, so no gradient comes back.</source>
        <translation>预激活值 z 远在 %1 的陡峭区之外，因此没有梯度传回。</translation>
    </message>
    <message>
        <source>preactivations lie where φ is flat</source>
        <translation>预激活值位于 φ 的平坦区</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>A_log is %1 and dt_bias is %2.</source>
        <translation>A_log 为 %1，dt_bias 为 %2。</translation>
    </message>
    <message>
        <source>The input makes Δ so large that a state decays before the next tokens arrive.</source>
        <translation>输入使 Δ 过大，状态在后续词元到来之前就已衰减。</translation>
    </message>
    <message>
        <source>Parameters stay zero where a sharded or deferred initialization did not reach them.</source>
        <translation>分片或延迟的初始化未覆盖的参数保持为零。</translation>
    </message>
    <message>
        <source>Δ |A| is so large that a state decays before the next tokens arrive.</source>
        <translation>Δ |A| 过大，状态在后续词元到来之前就已衰减。</translation>
    </message>
    <message>
        <source>All time constants of the scan in %1 are the same, %2 tokens; its convolution spans %3.</source>
        <translation>%1的扫描的所有时间常数相同，为 %2 个词元；其卷积覆盖 %3 个。</translation>
    </message>
    <message>
        <source>The scan in %1 forgets within %2 tokens; its convolution spans %3.</source>
        <translation>%1的扫描在 %2 个词元内遗忘；其卷积覆盖 %3 个。</translation>
    </message>
    <message>
        <source>Initialize %1 with %2</source>
        <translation>按 %2 初始化 %1</translation>
    </message>
    <message>
        <source>Initialize %1 with Mamba's values</source>
        <translation>按 Mamba 的数值初始化 %1</translation>
    </message>
    <message>
        <source>Use Mamba's weights and norms everywhere</source>
        <translation>全部采用 Mamba 的权重和归一化</translation>
    </message>
    <message>
        <source>the longest time constant of a scan is shorter than the span of its convolution: A_log and dt_bias are zero, or Δ is too large. Mamba's time constants range from 0.6 to 1000 tokens</source>
        <translation>扫描的最长时间常数短于其卷积的覆盖范围：A_log 和 dt_bias 为零，或 Δ 过大。Mamba 的时间常数为 0.6 到 1000 个词元</translation>
    </message>
    <message>
        <source>The weights are too small for %1.</source>
        <translation>对于 %1，权重过小。</translation>
    </message>
    <message>
        <source>The weights are too large for %1.</source>
        <translation>对于 %1，权重过大。</translation>
    </message>
    <message>
        <source>σ_w² = %1 is too small for %2: each layer shrinks the signal.</source>
        <translation>对于 %2，σ_w² = %1 过小：每层都使信号减小。</translation>
    </message>
    <message>
        <source>σ_w² = %1 is too large for %2: each layer amplifies the signal.</source>
        <translation>对于 %2，σ_w² = %1 过大：每层都使信号放大。</translation>
    </message>
    <message>
        <source>In layer %1, σ_w² = %2 is too small for %3, so the layer shrinks the signal.</source>
        <translation>在第 %1 层，σ_w² = %2 对 %3 过小，因此该层使信号减小。</translation>
    </message>
    <message>
        <source>In layer %1, σ_w² = %2 is too large for %3, so the layer amplifies the signal.</source>
        <translation>在第 %1 层，σ_w² = %2 对 %3 过大，因此该层使信号放大。</translation>
    </message>
    <message>
        <source>The signal vanishes: the RMS of z is %1 at layer 1 and %2 at layer %3.</source>
        <translation>信号消失：z 的 RMS 在第 1 层为 %1，在第 %3 层为 %2。</translation>
    </message>
    <message>
        <source>The signal explodes: the RMS of z is %1 at layer 1 and %2 at layer %3.</source>
        <translation>信号爆炸：z 的 RMS 在第 1 层为 %1，在第 %3 层为 %2。</translation>
    </message>
    <message>
        <source>the signal grows or shrinks from layer to layer</source>
        <translation>信号逐层增大或减小</translation>
    </message>
    <message>
        <source>The norm of the embeddings gets a signal of RMS %1 and returns RMS %2, not 1: its ε is %3.</source>
        <translation>嵌入归一化的输入 RMS 为 %1，输出 RMS 为 %2，而非 1：其 ε 为 %3。</translation>
    </message>
    <message>
        <source>The norms of %1 get a signal of RMS %2 and return RMS %3, not 1: their ε is %4.</source>
        <translation>%1中，归一化的输入 RMS 为 %2，输出 RMS 为 %3，而非 1：其 ε 为 %4。</translation>
    </message>
    <message>
        <source>The embeddings are so small that ε outweighs their variance v.</source>
        <translation>嵌入过小，ε 超过其方差 v。</translation>
    </message>
    <message>
        <source>The input of the norms is so small that ε outweighs its variance v.</source>
        <translation>归一化的输入过小，ε 超过其方差 v。</translation>
    </message>
    <message>
        <source>input below ε</source>
        <translation>输入低于 ε</translation>
    </message>
    <message>
        <source>a norm divides by little more than its ε</source>
        <translation>归一化的除数几乎只有 ε</translation>
    </message>
    <message>
        <source>The residual stream grows with depth: its RMS is %1 at the start and %2 after %3.</source>
        <translation>残差流随深度增长：其 RMS 在起点为 %1，在%3之后为 %2。</translation>
    </message>
    <message>
        <source>Every branch adds variance α² E[F_l²], and nothing scales branches down with depth.</source>
        <translation>每个分支都增加方差 α² E[F_l²]，而分支没有随深度缩小。</translation>
    </message>
    <message>
        <source>growing</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>branches add up, and the stream grows with depth</source>
        <translation>分支累加，残差流随深度增长</translation>
    </message>
    <message>
        <source>The products of H_res over all blocks multiply a signal by up to %1 and a gradient by up to %2.</source>
        <translation>所有块的 H_res 之积使信号最多乘以 %1，使梯度最多乘以 %2。</translation>
    </message>
    <message>
        <source>H_res shrinks the streams at each step: the input is forgotten, and no gradient comes back through the skip connection.</source>
        <translation>H_res 在每一步使流缩小：输入被遗忘，也没有梯度经跳跃连接传回。</translation>
    </message>
    <message>
        <source>Nothing bounds H_res: small deviations from the identity multiply over many steps.</source>
        <translation>H_res 没有上界：与恒等映射的微小偏差经多步相乘。</translation>
    </message>
    <message>
        <source>products of H_res, which mixes several streams, amplify or attenuate a signal or a gradient by more than a factor of ten</source>
        <translation>混合多个流的 H_res 之积使信号或梯度增大到十倍以上，或减小到十分之一以下</translation>
    </message>
    <message>
        <source>Units 1 and 2 of layer %1 are identical.</source>
        <translation>第 %1 层的神经元 1 和 2 相同。</translation>
    </message>
    <message>
        <source>Two units with the same incoming and outgoing weights get the same gradients and stay identical forever; noise breaks the symmetry.</source>
        <translation>输入和输出权重都相同的两个神经元梯度相同，将永远相同；噪声可打破对称。</translation>
    </message>
    <message>
        <source>All %1 units of layer %2 are identical: every weight is %3.</source>
        <translation>第 %2 层的全部 %1 个神经元相同：每个权重为 %3。</translation>
    </message>
    <message>
        <source>Where the weights are 0, %1 is flat: no gradient comes back, and they stay 0 forever.</source>
        <translation>权重为 0 处 %1 平坦：没有梯度传回，权重永远为 0。</translation>
    </message>
    <message>
        <source>Units with the same incoming and outgoing weights get the same gradients and stay identical forever.</source>
        <translation>输入和输出权重都相同的神经元梯度相同，将永远相同。</translation>
    </message>
    <message>
        <source>All units of %1 are identical: every weight is %2.</source>
        <translation>%1 的所有神经元相同：每个权重为 %2。</translation>
    </message>
    <message>
        <source>The parameters %1 and %2 are both 0.</source>
        <translation>参数 %1 和 %2 均为 0。</translation>
    </message>
    <message>
        <source>Units with the same weights start with the same outputs, so the matrix has rank 1.</source>
        <translation>权重相同的神经元起始输出相同，因此矩阵的秩为 1。</translation>
    </message>
    <message>
        <source>The gradient of each of the two factors is proportional to the other: starting at zero, neither can move, whatever the first loss is.</source>
        <translation>每个因子的梯度与另一个因子成正比：两者都从零开始时，无论初始损失如何，都无法改变。</translation>
    </message>
    <message>
        <source>units that start identical get identical gradients, and stay identical</source>
        <translation>起始相同的神经元得到相同的梯度，并保持相同</translation>
    </message>
    <message>
        <source>preactivations</source>
        <translation>预激活值</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>The RMS of the %1 at %2 is %3 standard deviations away from theory.</source>
        <translation>%2的%1的 RMS 与理论相差 %3 个标准差。</translation>
    </message>
    <message>
        <source>This is too far from theory to be chance: the weights differ from the stated scheme, or the theory does not apply.</source>
        <translation>与理论的偏差过大，不可能是随机涨落：权重与所述方案不符，或理论不适用。</translation>
    </message>
    <message>
        <source>This is not a fault of the initialization: compare the weights with the stated scheme.</source>
        <translation>这不是初始化的问题：请将权重与所述方案比较。</translation>
    </message>
    <message>
        <source>deviates from theory</source>
        <translation>偏离理论</translation>
    </message>
    <message>
        <source>the measurement deviates from theory by more than chance explains</source>
        <translation>测量值与理论的偏差超出随机涨落</translation>
    </message>
    <message>
        <source>Set the forget bias to ln T = %1</source>
        <translation>将遗忘偏置设为 ln T = %1</translation>
    </message>
    <message>
        <source>Set the forget bias to 1 and make hidden-to-hidden weights orthogonal</source>
        <translation>将遗忘偏置设为 1，并使隐状态间的权重正交</translation>
    </message>
    <message>
        <source>Make hidden-to-hidden weights orthogonal</source>
        <translation>使隐状态间的权重正交</translation>
    </message>
    <message>
        <source>Switch to ReLU, identity hidden-to-hidden weights and zero biases (IRNN)</source>
        <translation>改用 ReLU、单位矩阵的隐状态间权重和零偏置（IRNN）</translation>
    </message>
    <message>
        <source>The gradient vanishes through time: it is above 1/1000 of its last value only from step %1 of %2 on.</source>
        <translation>梯度沿时间消失：共 %2 步，从第 %1 步起才超过最后一步的 1/1000。</translation>
    </message>
    <message>
        <source>The gradient vanishes through time: at step 1 it is %1 times the gradient at step %2. It exceeds 1/1000 of that only from step %3 on.</source>
        <translation>梯度沿时间消失：第 1 步的梯度是第 %2 步的 %1 倍。从第 %3 步起才超过后者的 1/1000。</translation>
    </message>
    <message>
        <source>The gradient shrinks by about ×%1 per step on the way back, so nothing is learned from early inputs.</source>
        <translation>反向传播时，梯度每步约乘以 %1 而减小，因此从早期输入学不到东西。</translation>
    </message>
    <message>
        <source>The gradient explodes through time: at step 1 it is off the scale.</source>
        <translation>梯度沿时间爆炸：第 1 步的梯度超出可表示范围。</translation>
    </message>
    <message>
        <source>The gradient explodes through time: at step 1 it is %1 times the gradient at step %2.</source>
        <translation>梯度沿时间爆炸：第 1 步的梯度是第 %2 步的 %1 倍。</translation>
    </message>
    <message>
        <source>The gradient grows by about ×%1 per step on the way back: hidden-to-hidden weights W_hh are too large.</source>
        <translation>反向传播时，梯度每步约乘以 %1 而增大：隐状态间的权重 W_hh 过大。</translation>
    </message>
    <message>
        <source>the gradient of a recurrent network grows or shrinks from the last step to the first. The message reports how many steps keep 1/1000 of it</source>
        <translation>循环网络的梯度从最后一步到第一步增大或减小。消息中说明有多少步保留其 1/1000</translation>
    </message>
    <message>
        <source>%1σ and %2σ</source>
        <translation>%1σ 和 %2σ</translation>
    </message>
    <message>
        <source>The bounds %1 and %2 of the weights of %3 are at %4 and are never reached.</source>
        <translation>%3的权重的界限 %1 和 %2 位于 %4，永远达不到。</translation>
    </message>
    <message>
        <source>PyTorch's trunc_normal_ takes bounds as values, not as multiples of the standard deviation.</source>
        <translation>PyTorch 的 trunc_normal_ 把界限当作数值，而不是标准差的倍数。</translation>
    </message>
    <message>
        <source>Set bounds to ±2σ, compensated</source>
        <translation>将界限设为 ±2σ 并补偿</translation>
    </message>
    <message>
        <source>Do not truncate</source>
        <translation>不截断</translation>
    </message>
    <message>
        <source>The weights of %1 are truncated at %2 and have %3 times the variance that %4 specifies.</source>
        <translation>%1的权重在 %2 处截断，方差是 %4 所规定的 %3 倍。</translation>
    </message>
    <message>
        <source>Truncation removes the tails. JAX and Keras widen the distribution to compensate (at ±2σ: σ/0.8796); PyTorch does not.</source>
        <translation>截断去掉尾部。JAX 和 Keras 会加宽分布以补偿（±2σ 时为 σ/0.8796），PyTorch 不会。</translation>
    </message>
    <message>
        <source>After %1 layers, %2 of the signal's variance is left.</source>
        <translation>经 %1 层后，信号的方差变为原来的 %2 倍。</translation>
    </message>
    <message>
        <source>Compensate for the truncation</source>
        <translation>补偿截断</translation>
    </message>
    <message>
        <source>a truncation with absolute bounds that are never reached</source>
        <translation>截断的界限是绝对数值，永远达不到</translation>
    </message>
    <message>
        <source>a truncation leaves less than the variance that the scheme specifies</source>
        <translation>截断后的方差小于方案所规定的方差</translation>
    </message>
    <message>
        <source>The weights of %1 have mean %2 and σ = %3.</source>
        <translation>%1的权重的均值为 %2，σ = %3。</translation>
    </message>
    <message>
        <source>The mean adds a singular value s that is %1 times the largest of the others, and drives all units in the same direction.</source>
        <translation>均值带来一个奇异值 s，是其余最大者的 %1 倍，并使所有神经元偏向同一方向。</translation>
    </message>
    <message>
        <source>All weights are equal, so all units compute the same output.</source>
        <translation>所有权重相等，因此所有神经元的输出相同。</translation>
    </message>
    <message>
        <source>weights with a nonzero mean drive all units of a layer in the same direction</source>
        <translation>权重的非零均值使一层的所有神经元偏向同一方向</translation>
    </message>
    <message>
        <source>The weights of %1 are initialized with fan_in = %2 and fan_out = %3 swapped: the output is %4 times the correct one.</source>
        <translation>%1的权重在初始化时把 fan_in = %2 与 fan_out = %3 互换：输出是正确值的 %4 倍。</translation>
    </message>
    <message>
        <source>PyTorch's schemes read a matrix as [out, in], those of JAX and Keras as [in, out]. In the other layout, fans are counted along the wrong axes.</source>
        <translation>PyTorch 的方案按 [out, in] 读取矩阵，JAX 和 Keras 按 [in, out]。布局相反时，扇入扇出会沿错误的轴计算。</translation>
    </message>
    <message>
        <source>Use the layout [out, in]</source>
        <translation>采用布局 [out, in]</translation>
    </message>
    <message>
        <source>The weights of %1 are scaled by %2 = %3, but %4 weights reach an output: the output is %5 times the correct one.</source>
        <translation>%1的权重按 %2 = %3 缩放，但到达一个输出的权重有 %4 个：输出是正确值的 %5 倍。</translation>
    </message>
    <message>
        <source>Frameworks store the kernel of a transposed convolution by its input channels, so that fan_in counts output channels and fan_out input channels. Neither accounts for the stride s, with which an output gets 1/s of the taps along each dimension.</source>
        <translation>框架按输入通道存储转置卷积的核，因此 fan_in 计的是输出通道，fan_out 计的是输入通道。两者都没有计入步幅 s：在每一维上，一个输出只得到 1/s 的抽头。</translation>
    </message>
    <message>
        <source>Scale by the weights that reach an output</source>
        <translation>按到达一个输出的权重个数缩放</translation>
    </message>
    <message>
        <source>The weights of %1 are scaled by fan_out = %3 instead of fan_in = %2: the output is %4 times the correct one.</source>
        <translation>%1的权重按 fan_out = %3 而不是 fan_in = %2 缩放：输出是正确值的 %4 倍。</translation>
    </message>
    <message>
        <source>In a grouped convolution each input takes part in fan_out/groups outputs, but frameworks count fan_out as if there were no groups.</source>
        <translation>在分组卷积中，每个输入只参与 fan_out/组数 个输出，但框架计算 fan_out 时不考虑分组。</translation>
    </message>
    <message>
        <source>Var(W) = gain²/fan_out preserves the gradient's size, not the signal's. If a library stores weights as [fan_in, fan_out], the layout may be transposed.</source>
        <translation>Var(W) = 增益²/fan_out 保持梯度的大小，而不是信号的大小。若库按 [fan_in, fan_out] 存储权重，布局可能被转置。</translation>
    </message>
    <message>
        <source>Scale by fan_in</source>
        <translation>按 fan_in 缩放</translation>
    </message>
    <message>
        <source>a matrix is scaled by the wrong fan, so that the signal drifts, or it is initialized in the wrong layout</source>
        <translation>矩阵缩放时用错扇入或扇出而使信号漂移，或按错误的布局初始化</translation>
    </message>
    <message>
        <source>Change the learning rate so that the loss falls: %1</source>
        <translation>调整学习率使损失下降：%1</translation>
    </message>
    <message>
        <source>The loss is no longer finite after step %1 of %2; it started at %3.</source>
        <translation>共 %2 步，第 %1 步之后损失不再是有限数；初始为 %3。</translation>
    </message>
    <message>
        <source>At the learning rate %1, steps overshoot the minimum along the steepest direction, farther each time.</source>
        <translation>学习率为 %1 时，每一步都沿最陡方向越过极小值，且越来越远。</translation>
    </message>
    <message>
        <source>The loss jumps from %1 to %2 after step %3.</source>
        <translation>第 %3 步之后损失从 %1 跳到 %2。</translation>
    </message>
    <message>
        <source>The loss jumps from %1 to %2 after step %3. Updates are %4 of the weights.</source>
        <translation>第 %3 步之后损失从 %1 跳到 %2。更新量是权重的 %4 倍。</translation>
    </message>
    <message>
        <source>At the learning rate %1, steps go far beyond the minimum and the initialization is wiped out.</source>
        <translation>学习率为 %1 时，每一步都远远越过极小值，初始化的作用被抹去。</translation>
    </message>
    <message>
        <source>Updates are %1 of the weights, and the loss does not fall: it is %2 at first and %3 in the last quarter of training.</source>
        <translation>更新量是权重的 %1 倍，而损失不下降：起初为 %2，训练的最后四分之一为 %3。</translation>
    </message>
    <message>
        <source>The learning rate %1 is too high for these gradients. Updates of 10⁻³ suit most networks.</source>
        <translation>对于这样的梯度，学习率 %1 过高。更新量与权重之比为 10⁻³ 适合大多数网络。</translation>
    </message>
    <message>
        <source>The learning rate %1 is too low for these gradients. Updates of 10⁻³ suit most networks.</source>
        <translation>对于这样的梯度，学习率 %1 过低。更新量与权重之比为 10⁻³ 适合大多数网络。</translation>
    </message>
    <message>
        <source>Initialize weights randomly: %1</source>
        <translation>随机初始化权重：%1</translation>
    </message>
    <message>
        <source>Two units of %1 are still identical after %2 {step|steps}: they have equal weights and gradients.</source>
        <translation>%2 步之后 %1 的两个神经元仍相同：权重和梯度都相等。</translation>
    </message>
    <message>
        <source>Units with the same incoming and outgoing weights get the same gradients, and no optimizer separates them.</source>
        <translation>输入和输出权重都相同的神经元梯度相同，任何优化器都无法使其分开。</translation>
    </message>
    <message>
        <source>Start the readout at probabilities of %1</source>
        <translation>令读出层的初始概率为 %1</translation>
    </message>
    <message>
        <source>The first loss is %1. Outputs that are constant at the frequency of their class, 1/%2, have a loss of %3.</source>
        <translation>初始损失为 %1。输出恒为其类别频率 1/%2 时，损失为 %3。</translation>
    </message>
    <message>
        <source>Probabilities do not start at the frequency of the classes, and the outputs without the class dominate the loss and its gradient.</source>
        <translation>初始概率不是类别的频率，损失及其梯度由不含该类别的输出主导。</translation>
    </message>
    <message>
        <source>diverging</source>
        <translation>发散</translation>
    </message>
    <message>
        <source>in [training](training.md) only: the loss leaves the range of float32, spikes or, with wrongly sized updates, does not fall; or two units stay identical</source>
        <translation>仅在[训练](training.md)中：损失超出 float32 的范围、大幅跳升，或因更新量大小不当而不下降；或两个神经元保持相同</translation>
    </message>
    <message>
        <source>loss spike</source>
        <translation>损失尖峰</translation>
    </message>
    <message>
        <source>unstable updates</source>
        <translation>更新不稳定</translation>
    </message>
    <message>
        <source>not learning</source>
        <translation>学不到东西</translation>
    </message>
    <message>
        <source>biased start</source>
        <translation>起点有偏</translation>
    </message>
    <message>
        <source>in training with one decision per output: the first loss is more than five times that of outputs that are constant at the frequency of their class. A bias of −ln((1 − π)/π) removes the excess</source>
        <translation>训练时每个输出各作一个判断：初始损失超过各输出恒为其类别频率时损失的五倍。偏置 −ln((1 − π)/π) 消除多出的部分</translation>
    </message>
    <message>
        <source>layers %1–%2</source>
        <translation>第 %1–%2 层</translation>
    </message>
    <message>
        <source>steps %1–%2</source>
        <translation>第 %1–%2 步</translation>
    </message>
    <message>
        <source>blocks %1–%2</source>
        <translation>第 %1–%2 块</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>off the scale at each %1</source>
        <translation>在每%1都超出可表示范围</translation>
    </message>
    <message>
        <source>×%1 per %2</source>
        <translation>每%2 ×%1</translation>
    </message>
    <message>
        <source>%1, off the scale at %2 %3</source>
        <translation>%1，在第 %3 %2超出可表示范围</translation>
    </message>
    <message>
        <source>%1, ×%2 at %3 %4</source>
        <translation>%1，在第 %4 %3为 ×%2</translation>
    </message>
    <message>
        <source>from %1 %2</source>
        <translation>自第 %2 %1起</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>gradient %1</source>
        <translation>梯度 %1</translation>
    </message>
    <message>
        <source>signal ×%1, %2</source>
        <translation>信号 ×%1，%2</translation>
    </message>
    <message>
        <source>signal %1, %2</source>
        <translation>信号 %1，%2</translation>
    </message>
    <message>
        <source>%1 (%2 to %3) %4</source>
        <translation>%1（%2 到 %3）%4</translation>
    </message>
    <message>
        <source>depths %1; %2 {step|steps}, %3 {seed|seeds}</source>
        <translation>深度 %1；%2 步，%3 个种子</translation>
    </message>
    <message>
        <source>widths %1; %2 {step|steps}, %3 {seed|seeds}</source>
        <translation>宽度 %1；%2 步，%3 个种子</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>by task</source>
        <translation>按任务</translation>
    </message>
    <message>
        <source>is only for networks of kind %1, got %2</source>
        <translation>只用于 %1 类网络，实际为 %2</translation>
    </message>
    <message>
        <source>must be a file name, which the task %1 needs</source>
        <translation>须为文件名，任务 %1 需要它</translation>
    </message>
    <message>
        <source>%1 needs a task with classes, but %2 has numbers as targets</source>
        <translation>%1 需要有类别的任务，但 %2 的目标是数值</translation>
    </message>
    <message>
        <source>must be cross_entropy for a network that ends in a softmax</source>
        <translation>以 softmax 结尾的网络须用 cross_entropy</translation>
    </message>
    <message>
        <source>Length of the sequence</source>
        <translation>序列的长度</translation>
    </message>
    <message>
        <source>Number of layers or blocks</source>
        <translation>层数或块数</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Units or channels per layer, or of the residual stream</source>
        <translation>每层（或残差流）的神经元数或通道数</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>the name of a checkpoint</source>
        <translation>检查点的名称</translation>
    </message>
    <message>
        <source>family</source>
        <translation>模型家族</translation>
    </message>
    <message>
        <source>input distribution</source>
        <translation>输入的分布</translation>
    </message>
    <message>
        <source>Distribution of the input</source>
        <translation>输入的分布</translation>
    </message>
    <message>
        <source>Applies to every entry of the input</source>
        <translation>适用于输入的每个元素</translation>
    </message>
    <message>
        <source>input mean</source>
        <translation>输入均值</translation>
    </message>
    <message>
        <source>input std</source>
        <translation>输入标准差</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Number of input samples</source>
        <translation>输入样本数</translation>
    </message>
    <message>
        <source>tokens per sequence</source>
        <translation>每个序列的词元数</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens per sequence</source>
        <translation>每个序列的词元数</translation>
    </message>
    <message>
        <source>input file</source>
        <translation>输入文件</translation>
    </message>
    <message>
        <source>input scaling</source>
        <translation>输入缩放</translation>
    </message>
    <message>
        <source>Raw: numbers as in the file, images 0 to 1. Standardized: minus the mean, divided by the standard deviation. By feature: the same for each column, or channel of images</source>
        <translation>原始：数字同文件，图像为 0 到 1。标准化：减均值，除以标准差。按特征：对每列或每个图像通道分别标准化</translation>
    </message>
    <message>
        <source>raw</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>standardized</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>by feature</source>
        <translation>按特征</translation>
    </message>
    <message>
        <source>Gradient of the loss at every layer</source>
        <translation>各层的损失梯度</translation>
    </message>
    <message>
        <source>singular values of the weights</source>
        <translation>权重的奇异值</translation>
    </message>
    <message>
        <source>spectra</source>
        <translation>谱</translation>
    </message>
    <message>
        <source>Singular values of the weights</source>
        <translation>权重的奇异值</translation>
    </message>
    <message>
        <source>singular values of the input–output Jacobian</source>
        <translation>输入–输出雅可比矩阵的奇异值</translation>
    </message>
    <message>
        <source>Jacobian</source>
        <translation>雅可比</translation>
    </message>
    <message>
        <source>Singular values of the input–output Jacobian</source>
        <translation>输入–输出雅可比矩阵的奇异值</translation>
    </message>
    <message>
        <source>correlation</source>
        <translation>相关系数</translation>
    </message>
    <message>
        <source>Correlation of the signals of two inputs in each layer</source>
        <translation>两个输入在各层信号的相关系数</translation>
    </message>
    <message>
        <source>angle between two inputs</source>
        <translation>两个输入的夹角</translation>
    </message>
    <message>
        <source>angle (°)</source>
        <translation>夹角（°）</translation>
    </message>
    <message>
        <source>Angle between the two inputs whose correlation is followed; 90°: uncorrelated</source>
        <translation>两个输入之间的夹角（跟踪二者的相关系数）；90° 即不相关</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Runs the network again with the result of every operation rounded to this format</source>
        <translation>再运行一次网络，每次运算的结果都舍入到此格式</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Gradients are multiplied by this before rounding and divided by it afterwards</source>
        <translation>梯度在舍入前乘以它，之后再除以它</translation>
    </message>
    <message>
        <source>training steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Number of training steps</source>
        <translation>训练步数</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate after warm-up</source>
        <translation>预热之后的学习率</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Steps over which the learning rate rises to its full value</source>
        <translation>学习率升至设定值所用的步数</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Batch size; 0: all samples</source>
        <translation>批量大小；0：全部样本</translation>
    </message>
    <message>
        <source>readout</source>
        <translation>读出层</translation>
    </message>
    <message>
        <source>Linear readout added on top of a network without a head</source>
        <translation>加在没有输出头的网络之上的线性读出层</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>adapted matrices</source>
        <translation>被适配的矩阵</translation>
    </message>
    <message>
        <source>applied to</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>Matrices with adapters; everything else except a readout is frozen</source>
        <translation>带适配器的矩阵；除读出层外其余冻结</translation>
    </message>
    <message>
        <source>also train the linearized network (NTK)</source>
        <translation>同时训练线性化网络（NTK）</translation>
    </message>
    <message>
        <source>Also trains the linearized network (neural tangent kernel) on all samples at each step, and reports its largest stable learning rate</source>
        <translation>同时训练线性化网络（神经正切核），每步用全部样本，并报告其最大稳定学习率</translation>
    </message>
    <message>
        <source>parametrization</source>
        <translation>参数化</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>How σ, multipliers and learning rates scale with the width: see stepzero coordinate-check</source>
        <translation>σ、乘子与学习率如何随宽度变化：见 stepzero coordinate-check</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Random seed; the same seed gives the same network</source>
        <translation>随机种子；同一种子给出同一网络</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Independent networks; curves show mean and spread</source>
        <translation>独立的网络；曲线显示均值与散布</translation>
    </message>
    <message>
        <source>Language models</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>Vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <source>Recurrent and state space networks</source>
        <translation>循环网络与状态空间网络</translation>
    </message>
    <message>
        <source>Generative models</source>
        <translation>生成模型</translation>
    </message>
    <message>
        <source>Reinforcement learning</source>
        <translation>强化学习</translation>
    </message>
    <message>
        <source>Implicit neural representations</source>
        <translation>隐式神经表示</translation>
    </message>
    <message>
        <source>Deep plain and residual networks</source>
        <translation>深层普通网络与残差网络</translation>
    </message>
    <message>
        <source>Classic schemes</source>
        <translation>经典方案</translation>
    </message>
    <message>
        <source>Typical failures</source>
        <translation>典型的失败</translation>
    </message>
    <message>
        <source>must be a date such as 2025-10, got %1</source>
        <translation>必须是 2025-10 这样的日期，得到 %1</translation>
    </message>
    <message>
        <source>must begin with https://, got %1</source>
        <translation>必须以 https:// 开头，得到 %1</translation>
    </message>
    <message>
        <source>a number or a word</source>
        <translation>数或词</translation>
    </message>
    <message>
        <source>a name, or an object such as %1</source>
        <translation>名称，或对象如 %1</translation>
    </message>
    <message>
        <source>an object such as %1</source>
        <translation>对象如 %1</translation>
    </message>
    <message>
        <source>cannot be combined with widths, which replaces it</source>
        <translation>不能与代替它的 widths 同用</translation>
    </message>
    <message>
        <source>must have %1 to %2 entries, got %3</source>
        <translation>须有 %1 到 %2 项，实际为 %3</translation>
    </message>
    <message>
        <source>must be a file name, got %1</source>
        <translation>须为文件名，实际为 %1</translation>
    </message>
    <message>
        <source>cannot be combined with file, which has its own samples</source>
        <translation>不能与 file 同用，文件自带样本</translation>
    </message>
    <message>
        <source>is only for an input with file; mean and std scale random inputs</source>
        <translation>只用于含 file 的输入；随机输入由 mean 与 std 缩放</translation>
    </message>
    <message>
        <source>an experiment, a JSON object</source>
        <translation>实验，JSON 对象</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>layer %1 differs</source>
        <translation>第 %1 层不同</translation>
    </message>
    <message>
        <source>%1 layers differ</source>
        <translation>有 %1 层不同</translation>
    </message>
    <message>
        <source>must be UTF-8</source>
        <translation>须为 UTF-8</translation>
    </message>
    <message numerus="yes">
        <source>must be a number or an expression such as %1, got %2: %3</source>
        <translation><numerusform>须为数或 %1 这样的表达式，实际为 %2：%3</numerusform></translation>
    </message>
    <message>
        <source>must be a number, got %1</source>
        <translation>须为数，实际为 %1</translation>
    </message>
    <message>
        <source>must be a whole number, got %1</source>
        <translation>须为整数，实际为 %1</translation>
    </message>
    <message>
        <source>must be below high (%1), got %2</source>
        <translation>须低于 high（%1），实际为 %2</translation>
    </message>
    <message numerus="yes">
        <source>must be a formula in z such as %1, got %2</source>
        <translation><numerusform>须为 z 的公式，如 %1，实际为 %2</numerusform></translation>
    </message>
    <message>
        <source>must be a function of z: %1, got %2</source>
        <translation>须为 z 的函数：%1，实际为 %2</translation>
    </message>
    <message>
        <source>is not a parameter of %1</source>
        <translation>不是 %1 的参数</translation>
    </message>
    <message>
        <source>%1 (it has none)</source>
        <translation>%1（它没有参数）</translation>
    </message>
    <message>
        <source>%1 (it has %2)</source>
        <translation>%1（它有 %2）</translation>
    </message>
    <message>
        <source>%1 is a gated pair, which a dense network cannot have</source>
        <translation>%1 是门控对，全连接网络不能用</translation>
    </message>
    <message>
        <source>must be one of %1, got %2, which is only for %3</source>
        <translation>须为 %1 之一，实际为 %2，它只用于 %3</translation>
    </message>
    <message>
        <source>must be one of %1, got %2, which cannot fill a bias</source>
        <translation>须为 %1 之一，实际为 %2，它不能用于偏置</translation>
    </message>
    <message>
        <source>must be one of %1, got %2, which needs a convolution</source>
        <translation>须为 %1 之一，实际为 %2，它要求卷积</translation>
    </message>
    <message>
        <source>must be one of %1, got %2, which needs a matrix</source>
        <translation>须为 %1 之一，实际为 %2，它要求矩阵</translation>
    </message>
    <message>
        <source>a %1 network</source>
        <translation>%1 网络</translation>
    </message>
    <message>
        <source>is only for networks of plain layers</source>
        <translation>只用于普通层的网络</translation>
    </message>
    <message>
        <source>is not a role (a %1 network has none)</source>
        <translation>不是角色（%1 网络没有角色）</translation>
    </message>
    <message>
        <source>is not a role</source>
        <translation>不是角色</translation>
    </message>
    <message>
        <source>%1 has no value at %2, since this network has no %3 (it has %4)</source>
        <translation>%1 在%2没有值，因为此网络没有 %3（它有 %4）</translation>
    </message>
    <message>
        <source>%1 at %2 is %3; must be a whole number</source>
        <translation>%1 在%2为 %3；须为整数</translation>
    </message>
    <message>
        <source>%1 at %2 is %3; must be %4 to %5</source>
        <translation>%1 在%2为 %3；须为 %4 到 %5</translation>
    </message>
    <message>
        <source>must be a different layer in each override, got %1 as in overrides[%2]</source>
        <translation>overrides 的各项须属于不同的层，实际为 %1，与 overrides[%2] 相同</translation>
    </message>
    <message>
        <source>is not a setting of layers of this kind</source>
        <translation>不是这种网络的层所具有的设置</translation>
    </message>
    <message>
        <source>must be above %1 and at most %2, got %3</source>
        <translation>须大于 %1 且至多 %2，实际为 %3</translation>
    </message>
    <message>
        <source>must be a power of two from 2^%1 to 2^%2, got %3</source>
        <translation>须为 2^%1 到 2^%2 的 2 的幂，实际为 %3</translation>
    </message>
    <message>
        <source>weights from a file have one size and cannot be trained at others</source>
        <translation>文件中的权重只有一种大小，不能在其他大小下训练</translation>
    </message>
    <message>
        <source>%1, at depth %2</source>
        <translation>%1，深度 %2</translation>
    </message>
    <message>
        <source>%1, at width %2</source>
        <translation>%1，宽度 %2</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>no output gate</source>
        <translation>无输出门</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>输出门</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>norms 1/√l</source>
        <translation>归一化 1/√l</translation>
    </message>
    <message>
        <source>one MLP</source>
        <translation>一个 MLP</translation>
    </message>
    <message>
        <source>gates sum to 1</source>
        <translation>门控之和为 1</translation>
    </message>
    <message>
        <source>raw softmax gates</source>
        <translation>原始 softmax 门控</translation>
    </message>
    <message>
        <source>separate q, k and v</source>
        <translation>q、k、v 分开</translation>
    </message>
    <message>
        <source>packed</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>d_h = %1, 1/√d_h</source>
        <translation>d_h = %1，1/√d_h</translation>
    </message>
    <message>
        <source>d_h = %1, unscaled</source>
        <translation>d_h = %1，不缩放</translation>
    </message>
    <message>
        <source>Attention and MLP in parallel</source>
        <translation>注意力与 MLP 并行</translation>
    </message>
    <message>
        <source>in parallel, the MLP reads the stream before attention writes to it</source>
        <translation>并行时 MLP 读到的是注意力写入之前的残差流</translation>
    </message>
    <message>
        <source>Output gate of attention on and off</source>
        <translation>注意力的输出门：有与无</translation>
    </message>
    <message>
        <source>at small weights every gate is σ(0) = ½, and halves both what attention writes and the gradient through it</source>
        <translation>权重很小时每个门都是 σ(0) = ½，使注意力写入的量和经过它的梯度都减半</translation>
    </message>
    <message>
        <source>Norms 1/√l on and off</source>
        <translation>归一化除以 √l 的有无</translation>
    </message>
    <message>
        <source>divided by √l, norms let later blocks write less, so that the stream grows more slowly</source>
        <translation>除以 √l，后面的块写得更少，残差流增长更慢</translation>
    </message>
    <message>
        <source>Single MLP and mixture of experts</source>
        <translation>一个 MLP 与混合专家</translation>
    </message>
    <message>
        <source>k experts whose gates sum to 1 write less than one MLP: the squares of their gates sum to less than 1</source>
        <translation>门控之和为 1 的 k 个专家写入的少于一个 MLP：门控的平方和小于 1</translation>
    </message>
    <message>
        <source>Gates normalized to 1 and raw softmax gates</source>
        <translation>归一化到 1 的门控与原始 softmax 门控</translation>
    </message>
    <message>
        <source>raw softmax gates of k of n experts sum to about k/n, and the branch shrinks by that factor</source>
        <translation>n 个专家中 k 个的原始 softmax 门控之和约为 k/n，分支按此缩小</translation>
    </message>
    <message>
        <source>σ of the router</source>
        <translation>路由的 σ</translation>
    </message>
    <message>
        <source>the router's σ sets how sharp its choice is: where s = σ_r √d exceeds √(2 ln n), each token gives nearly all its weight to one expert</source>
        <translation>路由的 σ 决定其选择有多尖锐：当 s = σ_r √d 超过 √(2 ln n) 时，每个词元几乎把全部权重交给一个专家</translation>
    </message>
    <message>
        <source>Xavier for separate and packed QKV</source>
        <translation>QKV 分开与合并的 Xavier</translation>
    </message>
    <message>
        <source>packed in one matrix, queries, keys and values share fan_out = 3d and have half the variance</source>
        <translation>合并在一个矩阵中时，查询、键和值共用 fan_out = 3d，方差减半</translation>
    </message>
    <message>
        <source>1/√d_h on and off</source>
        <translation>1/√d_h 的有无</translation>
    </message>
    <message>
        <source>without 1/√d_h the attention logits grow with the width of a head</source>
        <translation>没有 1/√d_h 时，注意力的 logit 随头宽增长</translation>
    </message>
    <message>
        <source>no norm</source>
        <translation>无归一化</translation>
    </message>
    <message>
        <source>after the sum</source>
        <translation>求和之后</translation>
    </message>
    <message>
        <source>before the branch</source>
        <translation>分支之前</translation>
    </message>
    <message>
        <source>BatchNorm, GroupNorm and none</source>
        <translation>BatchNorm、GroupNorm 与无</translation>
    </message>
    <message>
        <source>norms keep every branch at the same size; without them branches grow with the stream</source>
        <translation>归一化使每个分支大小相同；没有归一化，分支随残差流增长</translation>
    </message>
    <message>
        <source>φ after the sum and before the branch</source>
        <translation>φ 在求和之后与分支之前</translation>
    </message>
    <message>
        <source>after the sum, φ adds a mean to the stream in every block; before the branch, it leaves the stream alone</source>
        <translation>φ 在求和之后时，每个块都给残差流加上均值；在分支之前时，不影响残差流</translation>
    </message>
    <message>
        <source>Last norm initialized with γ = 1 and 0</source>
        <translation>末归一化的 γ 初始为 1 与 0</translation>
    </message>
    <message>
        <source>with γ = 0 every block starts as the identity</source>
        <translation>γ = 0 时每个块从恒等映射开始</translation>
    </message>
    <message>
        <source>class token</source>
        <translation>类别词元</translation>
    </message>
    <message>
        <source>%1 × %1</source>
        <translation>%1 × %1</translation>
    </message>
    <message>
        <source>Class token and mean</source>
        <translation>类别词元与均值</translation>
    </message>
    <message>
        <source>after the last block the gradient is at the class token alone, or equal at all tokens</source>
        <translation>最后一个块之后，梯度只在类别词元上，或在所有词元上相等</translation>
    </message>
    <message>
        <source>Patches of half, equal and double size</source>
        <translation>边长减半、相同与加倍的图块</translation>
    </message>
    <message>
        <source>half the side gives four times the tokens, each from a quarter of the numbers; at σ = 0.02 smaller patches give a smaller stream</source>
        <translation>边长减半，词元增至四倍，每个只读四分之一的数；σ = 0.02 时，图块越小，残差流越小</translation>
    </message>
    <message>
        <source>ViT initialized as in timm and JAX</source>
        <translation>timm 与 JAX 的 ViT 初始化</translation>
    </message>
    <message>
        <source>Xavier spreads the attention logits, while σ = 0.02 leaves them nearly equal. Xavier's branches also write more; a zero head passes no gradient</source>
        <translation>Xavier 使注意力 logit 分散，而 σ = 0.02 使其几乎相等。Xavier 的分支写入也更多；为零的输出头不传回梯度</translation>
    </message>
    <message>
        <source>S4D-real, Δ sampled</source>
        <translation>S4D-real，Δ 采样</translation>
    </message>
    <message>
        <source>A = −1, Δ sampled</source>
        <translation>A = −1，Δ 采样</translation>
    </message>
    <message>
        <source>A_log and dt_bias initialized and zero</source>
        <translation>A_log 与 dt_bias：经初始化与为零</translation>
    </message>
    <message>
        <source>signal and gradient hardly differ; the scan remembers up to 1000 tokens or about one</source>
        <translation>信号与梯度几乎相同；扫描记住多达 1000 个词元，或约一个</translation>
    </message>
    <message>
        <source>%1 blocks, plain</source>
        <translation>%1 个块，不缩放</translation>
    </message>
    <message>
        <source>%1 blocks, 1/√(2L)</source>
        <translation>%1 个块，1/√(2L)</translation>
    </message>
    <message>
        <source>pre</source>
        <translation>前置（Pre-LN）</translation>
    </message>
    <message>
        <source>post</source>
        <translation>后置（Post-LN）</translation>
    </message>
    <message>
        <source>reordered</source>
        <translation>重排</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>zeros: identity</source>
        <translation>零：恒等</translation>
    </message>
    <message>
        <source>one stream</source>
        <translation>一条流</translation>
    </message>
    <message>
        <source>%1 streams, identity</source>
        <translation>%1 条流，恒等</translation>
    </message>
    <message>
        <source>%1 streams, identity + noise of 0.3</source>
        <translation>%1 条流，恒等 + 0.3 的噪声</translation>
    </message>
    <message>
        <source>%1 streams, random with σ = 1/√n</source>
        <translation>%1 条流，随机，σ = 1/√n</translation>
    </message>
    <message>
        <source>%1 streams, doubly stochastic</source>
        <translation>%1 条流，双随机</translation>
    </message>
    <message>
        <source>σ = 1/√fan_in</source>
        <translation>σ = 1/√fan_in</translation>
    </message>
    <message>
        <source>±2 as values</source>
        <translation>±2，按数值</translation>
    </message>
    <message>
        <source>±2σ, compensated</source>
        <translation>±2σ，已补偿</translation>
    </message>
    <message>
        <source>[in, out], read as [out, in]</source>
        <translation>[in, out]，误作 [out, in]</translation>
    </message>
    <message>
        <source>Residual scaling on and off</source>
        <translation>残差缩放的有无</translation>
    </message>
    <message>
        <source>unscaled branches add up with depth; scaled by 1/√(2L), their sum does not depend on depth</source>
        <translation>不缩放的分支随深度累加；按 1/√(2L) 缩放后，总和与深度无关</translation>
    </message>
    <message>
        <source>Pre-LN, Post-LN, sandwich and reordered</source>
        <translation>Pre-LN、Post-LN、三明治与重排</translation>
    </message>
    <message>
        <source>Pre-LN lets the gradient through and the stream drift; Post-LN resets the stream at every step</source>
        <translation>Pre-LN 让梯度通过而残差流漂移；Post-LN 每一步重置残差流</translation>
    </message>
    <message>
        <source>No modulation, zeros and random</source>
        <translation>无调制、零与随机</translation>
    </message>
    <message>
        <source>modulated by zeros, every block starts as the identity, and its matrices have no gradient yet</source>
        <translation>以零调制时，每个块起始为恒等，其矩阵尚无梯度</translation>
    </message>
    <message>
        <source>Single and multiple streams</source>
        <translation>一条流与多条流</translation>
    </message>
    <message>
        <source>with H_res the identity, n streams behave as one. Products of a random H_res grow or shrink, while those of a doubly stochastic one keep a gain of 1</source>
        <translation>H_res 为恒等时，n 条流等同于一条。随机 H_res 之积增长或衰减，双随机 H_res 之积保持增益为 1</translation>
    </message>
    <message>
        <source>LayerNorm, RMSNorm and DyT</source>
        <translation>LayerNorm、RMSNorm 与 DyT</translation>
    </message>
    <message>
        <source>norms divide by the size of the stream; DyT only bounds it</source>
        <translation>归一化除以残差流的大小；DyT 只使其有界</translation>
    </message>
    <message>
        <source>σ = 0.02 and 1/√fan_in</source>
        <translation>σ = 0.02 与 1/√fan_in</translation>
    </message>
    <message>
        <source>0.02 is about half of 1/√d at width 768, and a quarter above it at width 4096</source>
        <translation>0.02 在宽度 768 时约为 1/√d 的一半，在宽度 4096 时比它高出约四分之一</translation>
    </message>
    <message>
        <source>Truncated at values, at σ, compensated</source>
        <translation>按数值截断、按 σ 截断、补偿</translation>
    </message>
    <message>
        <source>bounds of ±2 as values cut nothing; at 2σ they leave 0.774 of the variance unless compensated</source>
        <translation>以数值 ±2 为界不截去任何值；以 2σ 为界若不补偿，只剩方差的 0.774</translation>
    </message>
    <message>
        <source>Transposed layout</source>
        <translation>转置的布局</translation>
    </message>
    <message>
        <source>a matrix passed as [in, out] has its fans swapped: σ halves where it widens fourfold and doubles where it narrows fourfold</source>
        <translation>按 [in, out] 传入的矩阵，其 fan_in 与 fan_out 互换：宽度增至四倍处 σ 减半，缩至四分之一处 σ 加倍</translation>
    </message>
    <message>
        <source>Initialized in fp32, bf16 and fp16</source>
        <translation>以 fp32、bf16 与 fp16 初始化</translation>
    </message>
    <message>
        <source>rounding changes every weight but no statistic, unless σ is near the smallest number of fp16</source>
        <translation>舍入改变每个权重，但不改变统计量，除非 σ 接近 fp16 的最小数</translation>
    </message>
    <message>
        <source>Norm scale 0.1, 1 and 10</source>
        <translation>归一化的缩放 0.1、1 与 10</translation>
    </message>
    <message>
        <source>the norm's scale sets how strongly a branch reads the stream</source>
        <translation>归一化的缩放决定分支读取残差流的强度</translation>
    </message>
    <message>
        <source>Branch scale 1, 0.1 and 0</source>
        <translation>分支的缩放 1、0.1 与 0</translation>
    </message>
    <message>
        <source>with α = 0 a block is the identity, forward and backward</source>
        <translation>α = 0 时块为恒等，前向与反向皆然</translation>
    </message>
    <message>
        <source>mean of the others</source>
        <translation>其余的均值</translation>
    </message>
    <message>
        <source>mean, with spread</source>
        <translation>均值加扰动</translation>
    </message>
    <message>
        <source>Embedding × 1 and × √d</source>
        <translation>嵌入 × 1 与 × √d</translation>
    </message>
    <message>
        <source>at σ = 0.02 the first branches outweigh the stream; × √d makes it as large as they are</source>
        <translation>σ = 0.02 时，最初的分支超过残差流；× √d 使两者一样大</translation>
    </message>
    <message>
        <source>New-token rows</source>
        <translation>新词元的行</translation>
    </message>
    <message>
        <source>rows for tokens added to a vocabulary: random rows differ in length and direction. The mean of the others is near 0 before training and the same for all</source>
        <translation>为新增词元添加的行：随机的行长度与方向各异。其余行的均值在训练前接近 0，且都相同</translation>
    </message>
    <message>
        <source>must not be circular with transposed convolutions, as in PyTorch, but layer %1 is one</source>
        <translation>有转置卷积时不能为循环填充（与 PyTorch 相同），但第 %1 层是转置卷积</translation>
    </message>
    <message>
        <source>must leave positions at every layer: layer %1 reads %2 × %2 positions, fewer than its kernel size of %3</source>
        <translation>每层都须留有位置：第 %1 层读取 %2 × %2 个位置，少于大小为 %3 的核所跨越的范围</translation>
    </message>
    <message>
        <source>must leave positions at every layer: layer %1 reads %2 positions, fewer than its kernel size of %3</source>
        <translation>每层都须留有位置：第 %1 层读取 %2 个位置，少于大小为 %3 的核所跨越的范围</translation>
    </message>
    <message>
        <source>must not wrap around more than once, but layer %1 has %2 positions and a padding of %3</source>
        <translation>至多环绕一周，而第 %1 层有 %2 个位置，填充为 %3</translation>
    </message>
    <message>
        <source>must leave at most 10⁸ numbers per sample, but layer %1 has more</source>
        <translation>每个样本至多留 10⁸ 个数，而第 %1 层更多</translation>
    </message>
    <message>
        <source>must leave a sample with at most 10⁸ numbers, but it has %1</source>
        <translation>每个样本至多 10⁸ 个数，实际为 %1</translation>
    </message>
    <message>
        <source>must divide the channels of every layer, but %1 does not divide the %2 of %3</source>
        <translation>须整除每层的通道数，而 %1 不能整除%3的 %2</translation>
    </message>
    <message>
        <source>the input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>%1 (layer %2)</source>
        <translation>%1（第 %2 层）</translation>
    </message>
    <message>
        <source>Zero padding adds nothing to the windows at the edge: the signal shrinks there in every layer, and the attenuation spreads inwards.</source>
        <translation>零填充对边缘的窗口没有贡献：每层的信号在边缘处衰减，衰减逐层向内扩散。</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>维数</translation>
    </message>
    <message>
        <source>image size</source>
        <translation>图像边长</translation>
    </message>
    <message>
        <source>stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>circular</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>transposed</source>
        <translation>转置</translation>
    </message>
    <message>
        <source>dilation</source>
        <translation>空洞</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>pooled every</source>
        <translation>池化间隔</translation>
    </message>
    <message>
        <source>pool size</source>
        <translation>池化大小</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>must be false unless the input and all layers have the same width: layer %1 goes from %2 to %3</source>
        <translation>除非输入与所有层宽度相同，否则须为 false：第 %1 层从 %2 变为 %3</translation>
    </message>
    <message>
        <source>must be false where a layer overrides its weights or biases, as layer %1 does</source>
        <translation>有层单独设置权重或偏置时须为 false，第 %1 层即是</translation>
    </message>
    <message>
        <source>no theory for dense layers with different norms</source>
        <translation>对归一化各不相同的全连接层没有理论</translation>
    </message>
    <message>
        <source>Switch to LayerNorm</source>
        <translation>改用 LayerNorm</translation>
    </message>
    <message>
        <source>one matrix for all layers</source>
        <translation>所有层共用一个矩阵</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>全连接</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>norm scale</source>
        <translation>归一化的缩放</translation>
    </message>
    <message>
        <source>Remove the norms</source>
        <translation>去掉归一化</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，作用于 %2</translation>
    </message>
    <message>
        <source>no theory for layers that share one matrix: it assumes independent layers</source>
        <translation>各层共用一个矩阵时理论不适用：理论假设各层独立</translation>
    </message>
    <message>
        <source>The input is not standardized: it has mean %1 and σ %2, so its RMS is %3 instead of 1.</source>
        <translation>输入未标准化：均值为 %1，σ 为 %2，因此其 RMS 为 %3，而非 1。</translation>
    </message>
    <message>
        <source>scale projections by 1/√%1</source>
        <translation>将投影乘以 1/√%1</translation>
    </message>
    <message>
        <source>skip</source>
        <translation>跳跃连接</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Add LayerNorm before each branch</source>
        <translation>在每个分支前加 LayerNorm</translation>
    </message>
    <message>
        <source>Add BatchNorm to each convolution</source>
        <translation>给每个卷积加 BatchNorm</translation>
    </message>
    <message>
        <source>Switch to He initialization, zero biases</source>
        <translation>改用 He 初始化，偏置为零</translation>
    </message>
    <message>
        <source>Set σ to 0.02 everywhere</source>
        <translation>全部设 σ 为 0.02</translation>
    </message>
    <message>
        <source>Start H_res as the identity</source>
        <translation>使 H_res 从恒等映射开始</translation>
    </message>
    <message>
        <source>Make H_res doubly stochastic</source>
        <translation>使 H_res 为双随机矩阵</translation>
    </message>
    <message>
        <source>Set the norms' scale to 1</source>
        <translation>将归一化的缩放设为 1</translation>
    </message>
    <message>
        <source>Set the %1 to 1</source>
        <translation>将%1设为 1</translation>
    </message>
    <message>
        <source>Set the skip factor to 1: %1</source>
        <translation>将跳跃连接的因子设为 1：%1</translation>
    </message>
    <message>
        <source>The skip connection multiplies the stream by %1 in every block.</source>
        <translation>跳跃连接在每个块中使残差流乘以 %1。</translation>
    </message>
    <message>
        <source>Scale projections by 1/√%1</source>
        <translation>将投影乘以 1/√%1</translation>
    </message>
    <message>
        <source>Scale branches by 1/√%1</source>
        <translation>将分支乘以 1/√%1</translation>
    </message>
    <message>
        <source>Zero-initialize branches (SkipInit)</source>
        <translation>将分支初始化为零（SkipInit）</translation>
    </message>
    <message>
        <source>Set ε of the norms: %1</source>
        <translation>设置归一化的 ε：%1</translation>
    </message>
    <message>
        <source>%1, scaled projections (1/√%2) and default weights</source>
        <translation>%1、缩放的投影（1/√%2）和默认权重</translation>
    </message>
    <message>
        <source>Reset everything: %1</source>
        <translation>全部重置：%1</translation>
    </message>
    <message>
        <source>Reset everything: %1, %2</source>
        <translation>全部重置：%1，%2</translation>
    </message>
    <message>
        <source>Scale logits by 1/√d_h</source>
        <translation>将 logit 乘以 1/√d_h</translation>
    </message>
    <message>
        <source>the attention logits</source>
        <translation>注意力 logit</translation>
    </message>
    <message>
        <source>Give queries and keys variance 1</source>
        <translation>使查询和键的方差为 1</translation>
    </message>
    <message>
        <source>Normalize queries and keys</source>
        <translation>将查询和键归一化</translation>
    </message>
    <message>
        <source>Initialize the router</source>
        <translation>初始化路由</translation>
    </message>
    <message>
        <source>the embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Initialize the embeddings</source>
        <translation>初始化嵌入</translation>
    </message>
    <message>
        <source>Switch the patch embedding to LeCun initialization</source>
        <translation>图块嵌入改用 LeCun 初始化</translation>
    </message>
    <message>
        <source>Set the head's bias to 0</source>
        <translation>将输出头的偏置设为 0</translation>
    </message>
    <message>
        <source>Initialize the head's bias with the log frequencies of the tokens</source>
        <translation>用词元的对数频率初始化输出头的偏置</translation>
    </message>
    <message>
        <source>the logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>Initialize the embedding</source>
        <translation>初始化嵌入</translation>
    </message>
    <message>
        <source>Initialize the head</source>
        <translation>初始化输出头</translation>
    </message>
    <message>
        <source>Untie the head (σ = %1)</source>
        <translation>解除输出头的绑定（σ = %1）</translation>
    </message>
    <message>
        <source>Add a norm before the head</source>
        <translation>在输出头前加归一化</translation>
    </message>
    <message>
        <source>no theory for an input from a file</source>
        <translation>输入来自文件时理论不适用</translation>
    </message>
    <message>
        <source>no theory for so few inputs per step: their squares do not average out</source>
        <translation>每步输入太少，理论不适用：其平方的涨落不能平均掉</translation>
    </message>
    <message>
        <source>no theory for weights whose mean is not 0</source>
        <translation>权重的均值不为 0，理论不适用</translation>
    </message>
    <message>
        <source>Reset everything: tanh, orthogonal hidden-to-hidden weights, zero biases</source>
        <translation>全部重置：tanh，正交的隐状态间权重，零偏置</translation>
    </message>
    <message>
        <source>Recurrent</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Recurrent cell</source>
        <translation>循环单元</translation>
    </message>
    <message>
        <source>recurrent cell</source>
        <translation>循环单元</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>input steps</source>
        <translation>输入时刻</translation>
    </message>
    <message>
        <source>at every step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>at the first step</source>
        <translation>仅第一步</translation>
    </message>
    <message>
        <source>gate by gate</source>
        <translation>各个门分别初始化</translation>
    </message>
    <message>
        <source>cell state</source>
        <translation>细胞状态</translation>
    </message>
    <message>
        <source>input gate</source>
        <translation>输入门</translation>
    </message>
    <message>
        <source>forget gate</source>
        <translation>遗忘门</translation>
    </message>
    <message>
        <source>reset gate</source>
        <translation>重置门</translation>
    </message>
    <message>
        <source>update gate</source>
        <translation>更新门</translation>
    </message>
    <message>
        <source>input weights</source>
        <translation>输入权重</translation>
    </message>
    <message>
        <source>hidden-to-hidden weights</source>
        <translation>隐状态间的权重</translation>
    </message>
    <message>
        <source>input bias</source>
        <translation>输入偏置</translation>
    </message>
    <message>
        <source>hidden bias</source>
        <translation>隐状态偏置</translation>
    </message>
    <message>
        <source>forget bias</source>
        <translation>遗忘偏置</translation>
    </message>
    <message>
        <source>no theory for natural inputs, whose samples differ in length</source>
        <translation>自然输入的样本长度不同，理论不适用</translation>
    </message>
    <message>
        <source>no theory for a residual stream after DyT: it is not Gaussian</source>
        <translation>DyT 之后的残差流不是高斯的，理论不适用</translation>
    </message>
    <message>
        <source>no theory for weights or biases whose mean is not 0</source>
        <translation>权重或偏置的均值不为 0，理论不适用</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>hidden/width</source>
        <translation>隐藏层/宽度</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>branch gate</source>
        <translation>分支门</translation>
    </message>
    <message>
        <source>branch in</source>
        <translation>分支输入投影</translation>
    </message>
    <message>
        <source>branch out</source>
        <translation>分支输出投影</translation>
    </message>
    <message>
        <source>branch norm scale</source>
        <translation>分支归一化的缩放</translation>
    </message>
    <message>
        <source>must be odd, got %1</source>
        <translation>须为奇数，实际为 %1</translation>
    </message>
    <message>
        <source>must be 0 (no such stage) or a block after the start of the previous stage, %1, got %2</source>
        <translation>须为 0（没有该阶段）或前一阶段的起始块（第 %1 块）之后的块，实际为 %2</translation>
    </message>
    <message>
        <source>must leave an image with at most 10⁸ numbers, but it has %1</source>
        <translation>每幅图像至多 10⁸ 个数，实际为 %1</translation>
    </message>
    <message>
        <source>must leave positions after the stem, but %1 leaves none</source>
        <translation>起始层之后须留有位置，而 %1 不留任何位置</translation>
    </message>
    <message>
        <source>must divide the channels of every norm, but %1 does not divide the %2 of %3</source>
        <translation>须整除每个归一化的通道数，而 %1 不能整除%3的 %2</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>第 %1 块</translation>
    </message>
    <message>
        <source>must leave every block with at most 65536 channels, but block %1 has %2</source>
        <translation>每块至多 65536 个通道，而第 %1 块有 %2</translation>
    </message>
    <message>
        <source>must leave positions in every block, but block %1 has none</source>
        <translation>每块须留有位置，而第 %1 块没有</translation>
    </message>
    <message>
        <source>must leave at most 10⁸ numbers per sample, but block %1 has more</source>
        <translation>每个样本至多留 10⁸ 个数，而第 %1 块更多</translation>
    </message>
    <message>
        <source>must divide the channels that convolutions read and write, but %1 does not divide those of %2</source>
        <translation>须整除卷积读取和写入的通道数，而 %1 不能整除%2的通道数</translation>
    </message>
    <message>
        <source>must not wrap around more than once, but block %1 has %2 positions per side and a padding of %3</source>
        <translation>至多环绕一周，而第 %1 块每边有 %2 个位置，填充为 %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>the stem</source>
        <translation>起始层</translation>
    </message>
    <message>
        <source>The weights are so small that the norms' ε = %1 outweighs the variances of their inputs.</source>
        <translation>权重过小，归一化的 ε = %1 超过其输入的方差。</translation>
    </message>
    <message>
        <source>pre-activation, GroupNorm, zero-initialized branches (SkipInit) and default weights</source>
        <translation>前激活、GroupNorm、初始化为零的分支（SkipInit）和默认权重</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>基本</translation>
    </message>
    <message>
        <source>bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>post-activation</source>
        <translation>后激活</translation>
    </message>
    <message>
        <source>pre-activation</source>
        <translation>前激活</translation>
    </message>
    <message>
        <source>7×7, pool</source>
        <translation>7×7，池化</translation>
    </message>
    <message>
        <source>stage 2 at</source>
        <translation>阶段 2 起于</translation>
    </message>
    <message>
        <source>stage 3 at</source>
        <translation>阶段 3 起于</translation>
    </message>
    <message>
        <source>stage 4 at</source>
        <translation>阶段 4 起于</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>stem width</source>
        <translation>起始层宽度</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>norm groups</source>
        <translation>归一化组数</translation>
    </message>
    <message>
        <source>weight std</source>
        <translation>权重标准差</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>已缩放</translation>
    </message>
    <message>
        <source>projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>convolution 1</source>
        <translation>卷积 1</translation>
    </message>
    <message>
        <source>convolution 2</source>
        <translation>卷积 2</translation>
    </message>
    <message>
        <source>convolution 3</source>
        <translation>卷积 3</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>final norm scale</source>
        <translation>最后归一化的缩放</translation>
    </message>
    <message>
        <source>last norm's scale</source>
        <translation>末归一化的缩放</translation>
    </message>
    <message>
        <source>times width %1</source>
        <translation>乘宽度 %1</translation>
    </message>
    <message>
        <source>Use Mamba's weights everywhere</source>
        <translation>全部采用 Mamba 的权重</translation>
    </message>
    <message>
        <source>State space</source>
        <translation>状态空间</translation>
    </message>
    <message>
        <source>states</source>
        <translation>状态数</translation>
    </message>
    <message>
        <source>expand</source>
        <translation>扩展</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Δ rank</source>
        <translation>Δ 的秩</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>tied head</source>
        <translation>绑定输出头</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>the scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>in</source>
        <translation>入</translation>
    </message>
    <message>
        <source>Δ bias</source>
        <translation>Δ 偏置</translation>
    </message>
    <message>
        <source>out</source>
        <translation>出</translation>
    </message>
    <message>
        <source>mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>placement</source>
        <translation>归一位置</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>前置归一化</translation>
    </message>
    <message>
        <source>post-norm</source>
        <translation>后置归一化</translation>
    </message>
    <message>
        <source>sandwich</source>
        <translation>三明治</translation>
    </message>
    <message>
        <source>normalized</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>norm ε</source>
        <translation>归一化 ε</translation>
    </message>
    <message>
        <source>skip s</source>
        <translation>跳跃连接 s</translation>
    </message>
    <message>
        <source>branch α</source>
        <translation>分支 α</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流数</translation>
    </message>
    <message>
        <source>identity + noise</source>
        <translation>恒等 + 噪声</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>doubly stochastic</source>
        <translation>双随机</translation>
    </message>
    <message>
        <source>H_res noise σ</source>
        <translation>H_res 噪声 σ</translation>
    </message>
    <message>
        <source>must be 1 with a norm after the sum, got %1</source>
        <translation>求和之后有归一化时须为 1，实际为 %1</translation>
    </message>
    <message>
        <source>must be 1 with parallel branches, got %1</source>
        <translation>分支并行时须为 1，实际为 %1</translation>
    </message>
    <message>
        <source>no theory for several replicas: each mixes the streams differently</source>
        <translation>多个副本时理论不适用：每个副本混合各流的方式不同</translation>
    </message>
    <message>
        <source>must have 1 to 1000000 rows, but has %1</source>
        <translation>须有 1 到 1000000 行，实际为 %1</translation>
    </message>
    <message>
        <source>must have rows of 2 to 65537 tokens, but they have %1</source>
        <translation>每行须有 2 到 65537 个词元，实际为 %1</translation>
    </message>
    <message>
        <source>%1: must hold token IDs from 0 to %2 (the vocabulary is %3)</source>
        <translation>%1：须为 0 至 %2 的词元编号（词表大小为 %3）</translation>
    </message>
    <message>
        <source>must be fewer than vocabulary (%1), got %2</source>
        <translation>须小于词表（%1），实际为 %2</translation>
    </message>
    <message>
        <source>%1, as context allows</source>
        <translation>%1，受上下文长度限制</translation>
    </message>
    <message>
        <source>must divide width (%1), got %2</source>
        <translation>须整除宽度（%1），实际为 %2</translation>
    </message>
    <message>
        <source>must be 0 (as many as heads) or divide heads (%1), got %2</source>
        <translation>须为 0（同头数）或整除头数（%1），实际为 %2</translation>
    </message>
    <message>
        <source>rotary positions need an even head width, got %1</source>
        <translation>旋转位置编码需要偶数的头宽，实际为 %1</translation>
    </message>
    <message>
        <source>must be false unless there are norms before the branches only (norm_placement pre)</source>
        <translation>须为 false，除非归一化只在分支之前（norm_placement 为 pre）</translation>
    </message>
    <message>
        <source>must be less than the head width (%1), got %2</source>
        <translation>须小于头宽（%1），实际为 %2</translation>
    </message>
    <message>
        <source>must be even with rotary positions, got %1</source>
        <translation>使用旋转位置时须为偶数，实际为 %1</translation>
    </message>
    <message>
        <source>%1, the number of experts</source>
        <translation>%1，即专家数</translation>
    </message>
    <message>
        <source>times depth must be at most %1, got %2</source>
        <translation>乘以深度至多 %1，实际为 %2</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>MLP ratio</source>
        <translation>MLP 比</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基数</translation>
    </message>
    <message>
        <source>rotated</source>
        <translation>旋转部分</translation>
    </message>
    <message>
        <source>stretch</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>by</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>from</source>
        <translation>起于</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>分桶</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>logit scale</source>
        <translation>logit 缩放</translation>
    </message>
    <message>
        <source>logits ×</source>
        <translation>logit ×</translation>
    </message>
    <message>
        <source>soft cap</source>
        <translation>软上限</translation>
    </message>
    <message>
        <source>embedding ×</source>
        <translation>嵌入 ×</translation>
    </message>
    <message>
        <source>head ×</source>
        <translation>输出头 ×</translation>
    </message>
    <message>
        <source>head cap</source>
        <translation>输出软上限</translation>
    </message>
    <message>
        <source>two norms</source>
        <translation>两个归一化</translation>
    </message>
    <message>
        <source>one norm</source>
        <translation>一个归一化</translation>
    </message>
    <message>
        <source>gate channels</source>
        <translation>门通道数</translation>
    </message>
    <message>
        <source>KV latent</source>
        <translation>KV 潜在向量</translation>
    </message>
    <message>
        <source>query latent</source>
        <translation>查询潜在向量</translation>
    </message>
    <message>
        <source>shared key</source>
        <translation>共享键</translation>
    </message>
    <message>
        <source>QK over</source>
        <translation>QK 范围</translation>
    </message>
    <message>
        <source>each head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>选用数</translation>
    </message>
    <message>
        <source>expert ratio</source>
        <translation>专家比</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>fans of QKV</source>
        <translation>QKV 排布</translation>
    </message>
    <message>
        <source>split</source>
        <translation>分开</translation>
    </message>
    <message>
        <source>new tokens</source>
        <translation>新词元</translation>
    </message>
    <message>
        <source>their rows</source>
        <translation>其行</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>norm biases</source>
        <translation>归一化偏置</translation>
    </message>
    <message>
        <source>QK norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>sub-norms</source>
        <translation>子归一化</translation>
    </message>
    <message>
        <source>value embeddings</source>
        <translation>值嵌入</translation>
    </message>
    <message>
        <source>embedding norm</source>
        <translation>嵌入归一化</translation>
    </message>
    <message>
        <source>head bias</source>
        <translation>输出头偏置</translation>
    </message>
    <message>
        <source>modulated norms</source>
        <translation>受调制的归一化</translation>
    </message>
    <message>
        <source>padding row 0</source>
        <translation>填充行置 0</translation>
    </message>
    <message>
        <source>relative bias</source>
        <translation>相对偏置</translation>
    </message>
    <message>
        <source>attention modulation</source>
        <translation>注意力调制</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>query down</source>
        <translation>查询下投影</translation>
    </message>
    <message>
        <source>query up</source>
        <translation>查询上投影</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>key and value down</source>
        <translation>键与值下投影</translation>
    </message>
    <message>
        <source>key and value up</source>
        <translation>键与值上投影</translation>
    </message>
    <message>
        <source>value embedding</source>
        <translation>值嵌入</translation>
    </message>
    <message>
        <source>value gate</source>
        <translation>值门</translation>
    </message>
    <message>
        <source>attention gate</source>
        <translation>注意力门</translation>
    </message>
    <message>
        <source>attention out</source>
        <translation>注意力输出投影</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>MLP modulation</source>
        <translation>MLP 调制</translation>
    </message>
    <message>
        <source>MLP gate</source>
        <translation>MLP 门</translation>
    </message>
    <message>
        <source>MLP in</source>
        <translation>MLP 输入投影</translation>
    </message>
    <message>
        <source>MLP out</source>
        <translation>MLP 输出投影</translation>
    </message>
    <message>
        <source>final modulation</source>
        <translation>末端调制</translation>
    </message>
    <message>
        <source>attention norm scale</source>
        <translation>注意力归一化的缩放</translation>
    </message>
    <message>
        <source>MLP norm scale</source>
        <translation>MLP 归一化的缩放</translation>
    </message>
    <message>
        <source>query norm scale</source>
        <translation>查询归一化的缩放</translation>
    </message>
    <message>
        <source>key norm scale</source>
        <translation>键归一化的缩放</translation>
    </message>
    <message>
        <source>query latent norm scale</source>
        <translation>查询潜在向量归一化的缩放</translation>
    </message>
    <message>
        <source>key and value latent norm scale</source>
        <translation>键与值潜在向量归一化的缩放</translation>
    </message>
    <message>
        <source>attention sub-norm scale</source>
        <translation>注意力子归一化的缩放</translation>
    </message>
    <message>
        <source>MLP sub-norm scale</source>
        <translation>MLP 子归一化的缩放</translation>
    </message>
    <message>
        <source>embedding norm scale</source>
        <translation>嵌入归一化的缩放</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>must divide size (%1), got %2</source>
        <translation>须整除大小（%1），实际为 %2</translation>
    </message>
    <message>
        <source>must leave at most %1 tokens, but there are %2</source>
        <translation>至多 %1 个词元，实际为 %2</translation>
    </message>
    <message>
        <source>no theory for images from a file: the similarity of their patches is not known</source>
        <translation>图像来自文件时理论不适用：其图块的相似度未知</translation>
    </message>
    <message>
        <source>no theory for natural images, whose nearby patches are correlated</source>
        <translation>自然图像的相邻图块相关，理论不适用</translation>
    </message>
    <message>
        <source>Vision transformer</source>
        <translation>视觉 Transformer</translation>
    </message>
    <message>
        <source>patch</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>head reads</source>
        <translation>输出头读取</translation>
    </message>
    <message>
        <source>patches of %1</source>
        <translation>图块 %1</translation>
    </message>
    <message>
        <source>patches</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>the formula</source>
        <translation>该公式</translation>
    </message>
    <message>
        <source>%1 is not a number at %2</source>
        <translation>%1 在 %2 处不是数</translation>
    </message>
    <message>
        <source>%1 is infinite at %2</source>
        <translation>%1 在 %2 处为无穷</translation>
    </message>
    <message>
        <source>%1 jumps at %2: the theory of the gradient needs a continuous function</source>
        <translation>%1 在 %2 处跳变：梯度的理论要求函数连续</translation>
    </message>
    <message>
        <source>%1 is infinitely steep at %2</source>
        <translation>%1 在 %2 处无限陡</translation>
    </message>
    <message>
        <source>%1 grows beyond all bounds near %2</source>
        <translation>%1 在 %2 附近无界增长</translation>
    </message>
    <message>
        <source>%1 changes too fast around %2 to be integrated</source>
        <translation>%1 在 %2 附近变化太快，无法积分</translation>
    </message>
    <message>
        <source>%1 grows faster than z²: Gaussian averages do not describe a network that uses it</source>
        <translation>%1 比 z² 增长更快：高斯均值不能描述使用它的网络</translation>
    </message>
    <message>
        <source>%1 oscillates for large |z| without a period: its Gaussian averages cannot be computed exactly</source>
        <translation>%1 在 |z| 大时振荡且没有周期：其高斯均值无法精确计算</translation>
    </message>
    <message>
        <source>%1 has values of magnitude above 10¹⁰⁰ or below 10⁻¹⁰⁰</source>
        <translation>%1 有绝对值大于 10¹⁰⁰ 或小于 10⁻¹⁰⁰ 的数</translation>
    </message>
    <message>
        <source>%1 is not finite at %2, and not linear before that</source>
        <translation>%1 在 %2 处不是有限数，且在此之前不是线性的</translation>
    </message>
    <message>
        <source>%1 cannot be used</source>
        <translation>%1 无法使用</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>the control character at %1 has no meaning in a formula</source>
        <translation>第 %1 个字符处的控制字符在公式中没有意义</translation>
    </message>
    <message>
        <source>%1 at %2 has no meaning in a formula</source>
        <translation>第 %2 个字符处的 %1 在公式中没有意义</translation>
    </message>
    <message>
        <source>approximate</source>
        <translation>近似</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>by tanh</source>
        <translation>tanh 近似</translation>
    </message>
    <message>
        <source>negative slope</source>
        <translation>负半轴斜率</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>Squared ReLU</source>
        <translation>平方 ReLU</translation>
    </message>
    <message>
        <source>the formula is too long: at most %1 characters are allowed</source>
        <translation>公式过长：至多 %1 个字符</translation>
    </message>
    <message>
        <source>fp8 E4M3, E5M2 backward</source>
        <translation>fp8 E4M3，反向 E5M2</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>1/√branches</source>
        <translation>1/√分支数</translation>
    </message>
    <message>
        <source>fan</source>
        <translation>扇入/扇出</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>at values</source>
        <translation>按数值</translation>
    </message>
    <message>
        <source>at σ</source>
        <translation>按 σ</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>compensated</source>
        <translation>已补偿</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>Ones</source>
        <translation>全一</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>groups must divide the channels, but %1 does not divide the %2</source>
        <translation>组数须整除通道数，而 %1 不整除 %2</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>恒等</translation>
    </message>
    <message>
        <source>gain for</source>
        <translation>增益依据</translation>
    </message>
    <message>
        <source>He (Kaiming) uniform</source>
        <translation>He (Kaiming) 均匀</translation>
    </message>
    <message>
        <source>He (Kaiming) normal</source>
        <translation>He (Kaiming) 正态</translation>
    </message>
    <message>
        <source>LeCun uniform</source>
        <translation>LeCun 均匀</translation>
    </message>
    <message>
        <source>LeCun normal</source>
        <translation>LeCun 正态</translation>
    </message>
    <message>
        <source>Log frequencies</source>
        <translation>对数频率</translation>
    </message>
    <message>
        <source>Mean field</source>
        <translation>平均场</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>正态</translation>
    </message>
    <message>
        <source>orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>truncated normal</source>
        <translation>截断正态</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>正态</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>delta_orthogonal needs at least as many output channels as input channels, but they go from %1 to %2</source>
        <translation>delta_orthogonal 要求输出通道不少于输入通道，实际从 %1 到 %2</translation>
    </message>
    <message>
        <source>delta_orthogonal needs groups to be 1, but they are %1</source>
        <translation>delta_orthogonal 要求 groups 为 1，实际为 %1</translation>
    </message>
    <message>
        <source>Orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>Delta-orthogonal</source>
        <translation>Delta 正交</translation>
    </message>
    <message>
        <source>PyTorch default (linear)</source>
        <translation>PyTorch 默认（线性）</translation>
    </message>
    <message>
        <source>S4D-real: ln 1, ln 2, …</source>
        <translation>S4D-real：ln 1, ln 2, …</translation>
    </message>
    <message>
        <source>Δ log-uniform</source>
        <translation>Δ 对数均匀</translation>
    </message>
    <message>
        <source>Δ min</source>
        <translation>Δ 最小</translation>
    </message>
    <message>
        <source>Δ max</source>
        <translation>Δ 最大</translation>
    </message>
    <message>
        <source>Δ floor</source>
        <translation>Δ 下限</translation>
    </message>
    <message>
        <source>Sparse</source>
        <translation>稀疏</translation>
    </message>
    <message>
        <source>sparsity</source>
        <translation>稀疏度</translation>
    </message>
    <message>
        <source>Ternary</source>
        <translation>三值</translation>
    </message>
    <message>
        <source>Truncated normal</source>
        <translation>截断正态</translation>
    </message>
    <message>
        <source>bounds</source>
        <translation>界限</translation>
    </message>
    <message>
        <source>Two identical units</source>
        <translation>两个相同的神经元</translation>
    </message>
    <message>
        <source>symmetry-breaking noise</source>
        <translation>破坏对称的噪声</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>Unit-norm rows</source>
        <translation>单位范数行</translation>
    </message>
    <message>
        <source>unit length</source>
        <translation>单位长度</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Variance scaling</source>
        <translation>方差缩放</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Xavier (Glorot) uniform</source>
        <translation>Xavier (Glorot) 均匀</translation>
    </message>
    <message>
        <source>Xavier (Glorot) normal</source>
        <translation>Xavier (Glorot) 正态</translation>
    </message>
    <message>
        <source>natural image statistics</source>
        <translation>自然图像统计</translation>
    </message>
    <message>
        <source>Rademacher (±1)</source>
        <translation>Rademacher（±1）</translation>
    </message>
    <message>
        <source>on a sphere</source>
        <translation>球面</translation>
    </message>
    <message>
        <source>is a folder, and this program cannot read images here</source>
        <translation>是文件夹，而此程序在此无法读取图像</translation>
    </message>
    <message>
        <source>must have at most %1 images</source>
        <translation>至多可有 %1 幅图像</translation>
    </message>
    <message>
        <source>has no images (files that end in %1)</source>
        <translation>没有图像（以 %1 结尾的文件）</translation>
    </message>
    <message>
        <source>[samples, input_width]</source>
        <translation>[samples, input_width]</translation>
    </message>
    <message>
        <source>must have rows of %1 numbers, as the network's input has, but they have %2</source>
        <translation>每行须有 %1 个数，与网络输入相同，实际为 %2</translation>
    </message>
    <message>
        <source>must have 1 to %1 rows, but has %2</source>
        <translation>须有 1 到 %1 行，实际为 %2</translation>
    </message>
    <message>
        <source>must contain only finite numbers</source>
        <translation>只能含有有限数</translation>
    </message>
    <message>
        <source>is a folder, but must be a file of numbers, %1</source>
        <translation>是文件夹，而须为数字文件，%1</translation>
    </message>
    <message>
        <source>must be an array of two dimensions, %1, but has %2</source>
        <translation>须为二维数组，%1，实际为 %2 维</translation>
    </message>
    <message>
        <source>needs %1 of memory, but only %2 are free</source>
        <translation>需要 %1 内存，而可用的只有 %2</translation>
    </message>
    <message>
        <source>there is not enough memory for its numbers</source>
        <translation>没有足够的内存存放其中的数</translation>
    </message>
    <message>
        <source>images have 1 channel (grey) or 3 (RGB), but the network's input has %1</source>
        <translation>图像有 1 个通道（灰度）或 3 个（RGB），而网络输入有 %1 个</translation>
    </message>
    <message>
        <source>no square image has as many numbers as the network's input (%1); possible sizes are %2 (%3 × %3, grey) and %4 (%5 × %5, RGB)</source>
        <translation>方形图像的数值个数都与网络输入（%1）不符；可用的是 %2（%3 × %3，灰度）与 %4（%5 × %5，RGB）</translation>
    </message>
    <message>
        <source>%1 (replica %2)</source>
        <translation>%1（副本 %2）</translation>
    </message>
    <message>
        <source>in %1 the signal overflows at %2: the largest number is %3</source>
        <translation>在 %1 中，信号在%2处上溢：最大的数为 %3</translation>
    </message>
    <message>
        <source>in %1 the gradient overflows at %2: the largest number is %3</source>
        <translation>在 %1 中，梯度在%2处上溢：最大的数为 %3</translation>
    </message>
    <message>
        <source>in %1 the gradient overflows at %2: the largest number is %3, and the loss scale is %4</source>
        <translation>在 %1 中，梯度在%2处上溢：最大的数为 %3，损失缩放为 %4</translation>
    </message>
    <message>
        <source>the stream after %1</source>
        <translation>%1之后的残差流</translation>
    </message>
    <message>
        <source>the signal underflows at layer %1 (below 10⁻³⁰⁰⁰⁰⁰); later layers are not computed</source>
        <translation>信号在第 %1 层下溢（低于 10⁻³⁰⁰⁰⁰⁰）；其后各层未计算</translation>
    </message>
    <message>
        <source>the signal overflows at layer %1 (above 10³⁰⁰⁰⁰⁰); later layers are not computed</source>
        <translation>信号在第 %1 层上溢（高于 10³⁰⁰⁰⁰⁰）；其后各层未计算</translation>
    </message>
    <message>
        <source>the gradient is exactly zero at %1 %2 and below: the head is 0, so only the head learns in the first step</source>
        <translation>梯度在第 %2 %1及其以下恰为零：输出头为 0，因此第一步只有它学习</translation>
    </message>
    <message>
        <source>the gradient is exactly zero at %1 %2 and below</source>
        <translation>梯度在第 %2 %1及以下恰为零</translation>
    </message>
    <message>
        <source>the gradient underflows in %1 (below 10⁻³⁰⁰⁰⁰⁰); earlier blocks are not computed</source>
        <translation>梯度在%1处下溢（低于 10⁻³⁰⁰⁰⁰⁰）；其前各块未计算</translation>
    </message>
    <message>
        <source>the gradient overflows in %1 (above 10³⁰⁰⁰⁰⁰); earlier blocks are not computed</source>
        <translation>梯度在%1处上溢（高于 10³⁰⁰⁰⁰⁰）；其前各块未计算</translation>
    </message>
    <message>
        <source>the signal underflows in %1 (below 10⁻³⁰⁰⁰⁰⁰); later blocks are not computed</source>
        <translation>信号在%1处下溢（低于 10⁻³⁰⁰⁰⁰⁰）；其后各块未计算</translation>
    </message>
    <message>
        <source>the signal overflows in %1 (above 10³⁰⁰⁰⁰⁰); later blocks are not computed</source>
        <translation>信号在%1处上溢（高于 10³⁰⁰⁰⁰⁰）；其后各块未计算</translation>
    </message>
    <message>
        <source>the experiment needs about %1 of memory, but only %2 may be used: reduce samples, width or depth, or turn off the gradient</source>
        <translation>实验约需 %1 内存，可用 %2：请减少样本、宽度或深度，或关闭梯度</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>宽度 %1</translation>
    </message>
    <message>
        <source>%1 {sample|samples} or a width of %2 would fit</source>
        <translation>改用 %1 个样本或宽度 %2 即可容纳</translation>
    </message>
    <message>
        <source>%1 {sample|samples} would fit</source>
        <translation>改用 %1 个样本即可容纳</translation>
    </message>
    <message>
        <source>a width of %1 would fit</source>
        <translation>改用宽度 %1 即可容纳</translation>
    </message>
    <message>
        <source>reduce samples, width or depth, or turn off the gradient</source>
        <translation>请减少样本、宽度或深度，或关闭梯度</translation>
    </message>
    <message>
        <source>the experiment needs about %1 of memory, but only %2 are free: %3</source>
        <translation>实验约需内存 %1，可用 %2：%3</translation>
    </message>
    <message>
        <source>the reopened experiment needs about %1 of memory and takes at least %2: it runs when you ask for it</source>
        <translation>重新打开的实验约需 %1 内存，至少耗时 %2：手动启动后才运行</translation>
    </message>
    <message>
        <source>must have 5 entries, got %1</source>
        <translation>须有 5 项，实际为 %1 项</translation>
    </message>
    <message>
        <source>must be those of cell %1, %2, got %3</source>
        <translation>须为单元格 %1 的标签，即 %2，实际为 %3</translation>
    </message>
    <message>
        <source>must have at least one entry, got none</source>
        <translation>须至少有一项，实际为空</translation>
    </message>
    <message>
        <source>kind of network</source>
        <translation>网络种类</translation>
    </message>
    <message>
        <source>input width</source>
        <translation>输入宽度</translation>
    </message>
    <message>
        <source>settings per layer</source>
        <translation>各层的设置</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>other settings</source>
        <translation>其他设置</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>另有 %1 处</translation>
    </message>
    <message>
        <source>cell %1 (%2)</source>
        <translation>单元格 %1（%2）</translation>
    </message>
    <message>
        <source>is the same as entry [%1] before it</source>
        <translation>与它之前的第 [%1] 项相同</translation>
    </message>
    <message>
        <source>must contain c, which stands for the values, got %1</source>
        <translation>必须含有代表取值的 c，得到 %1</translation>
    </message>
    <message>
        <source>must be a number, which takes the place of c, got %1</source>
        <translation>必须是代入 c 的数字，得到 %1</translation>
    </message>
    <message numerus="yes">
        <source>must be a path in an experiment file such as %1, got %2</source>
        <translation><numerusform>须为实验文件中的路径，如 %1，实际为 %2</numerusform></translation>
    </message>
    <message>
        <source>must be a path in the experiment, got %1</source>
        <translation>须为实验中的路径，实际为 %1</translation>
    </message>
    <message>
        <source>must have as many entries as values, %1, got %2</source>
        <translation>项数须与 values 相同，为 %1，实际为 %2</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>不得为空</translation>
    </message>
    <message>
        <source>is already the path of vary[%1]</source>
        <translation>已是 vary[%1] 的路径</translation>
    </message>
    <message>
        <source>would replace what vary[%1] sets at %2: place it before that list</source>
        <translation>会替换 vary[%1] 在 %2 处设置的内容：请放在那个列表之前</translation>
    </message>
    <message>
        <source>must make at most %1 cells together, got more</source>
        <translation>合起来至多 %1 个单元格，实际更多</translation>
    </message>
    <message>
        <source>must make at most %1 cells together to be drawn, got %2 (stepzero run accepts more)</source>
        <translation>要绘制，合起来至多 %1 个单元格，实际为 %2 个（stepzero run 可以运行更多）</translation>
    </message>
    <message>
        <source>is only for an experiment file</source>
        <translation>只用于实验文件</translation>
    </message>
    <message>
        <source>must have 1 to %1 entries, got %2</source>
        <translation>须有 1 到 %1 项，实际为 %2 项</translation>
    </message>
    <message>
        <source>RMS of the last output</source>
        <translation>末层输出的 RMS</translation>
    </message>
    <message>
        <source>std of the last output</source>
        <translation>末层输出的标准差</translation>
    </message>
    <message>
        <source>RMS of the last preactivation</source>
        <translation>末层预激活值的 RMS</translation>
    </message>
    <message>
        <source>gradient RMS, first / last</source>
        <translation>梯度 RMS，首层/末层</translation>
    </message>
    <message>
        <source>gradient RMS at the first layer</source>
        <translation>首层的梯度 RMS</translation>
    </message>
    <message>
        <source>spread of ln RMS over networks</source>
        <translation>ln RMS 在网络间的散布</translation>
    </message>
    <message>
        <source>std of the first weights</source>
        <translation>首层权重的标准差</translation>
    </message>
    <message>
        <source>zeros in the last output</source>
        <translation>末层输出中的零</translation>
    </message>
    <message>
        <source>saturated fraction of the last output</source>
        <translation>末层输出的饱和比例</translation>
    </message>
    <message>
        <source>loss after the last step</source>
        <translation>末步之后的损失</translation>
    </message>
    <message>
        <source>loss, last / first</source>
        <translation>损失，末步/首步</translation>
    </message>
    <message>
        <source>accuracy at the last step</source>
        <translation>末步的准确率</translation>
    </message>
    <message>
        <source>checking all cells first</source>
        <translation>先检查所有单元格</translation>
    </message>
    <message>
        <source>%1 needs about %2 GiB of memory, but only %3 GiB may be used</source>
        <translation>%1 约需 %2 GiB 内存，而可用的只有 %3 GiB</translation>
    </message>
    <message>
        <source>%1: there is not enough memory for it</source>
        <translation>%1：内存不足</translation>
    </message>
    <message>
        <source>%1: there is no value to show</source>
        <translation>%1：没有可显示的值</translation>
    </message>
    <message>
        <source>training step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>step: the experiment has no training</source>
        <translation>step：该实验没有训练</translation>
    </message>
    <message>
        <source>the control %1</source>
        <translation>控件 %1</translation>
    </message>
    <message>
        <source>a number is missing</source>
        <translation>缺少一个数</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数</translation>
    </message>
    <message>
        <source>the colon must be followed by the number of values, 2 to %1</source>
        <translation>冒号之后是数的个数，2 到 %1</translation>
    </message>
    <message>
        <source>there are too many numbers from %1 to %2</source>
        <translation>从 %1 到 %2 的数太多</translation>
    </message>
    <message>
        <source>log spacing needs numbers above 0</source>
        <translation>等比间隔要求数大于 0</translation>
    </message>
    <message>
        <source>%1 is not within %2 to %3</source>
        <translation>%1 不在 %2 到 %3 之内</translation>
    </message>
    <message>
        <source>there are more than %1 numbers</source>
        <translation>超过了 %1 个数</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>scheme of %1</source>
        <translation>%1的方案</translation>
    </message>
    <message>
        <source>weight scheme</source>
        <translation>权重方案</translation>
    </message>
    <message>
        <source>weight variance σ_w²</source>
        <translation>权重的方差 σ_w²</translation>
    </message>
    <message>
        <source>bias variance σ_b²</source>
        <translation>偏置的方差 σ_b²</translation>
    </message>
    <message>
        <source>%1 of the weights</source>
        <translation>%1（权重）</translation>
    </message>
    <message>
        <source>%1 of the activation</source>
        <translation>%1（激活函数）</translation>
    </message>
    <message>
        <source>%1 of the biases</source>
        <translation>%1（偏置）</translation>
    </message>
    <message>
        <source>bias scheme</source>
        <translation>偏置的方案</translation>
    </message>
    <message>
        <source>%1 = %2 is not between %3 and %4</source>
        <translation>%1 = %2 不在 %3 与 %4 之间</translation>
    </message>
    <message>
        <source>must be a path such as %1</source>
        <translation>须为路径，如 %1</translation>
    </message>
    <message>
        <source>cannot be combined with %1</source>
        <translation>不能与 %1 同时使用</translation>
    </message>
    <message>
        <source>is required where there is no %1</source>
        <translation>没有 %1 时必须给出</translation>
    </message>
    <message>
        <source>must be two expressions such as %1</source>
        <translation>须为两个表达式，例如 %1</translation>
    </message>
    <message>
        <source>must change the step's experiment</source>
        <translation>须改变该步的实验</translation>
    </message>
    <message>
        <source>changes %1 settings, more than the %2 allowed: %3</source>
        <translation>改动 %1 处设置，多于允许的 %2 处：%3</translation>
    </message>
    <message>
        <source>is required where there is %1</source>
        <translation>有 %1 时必需</translation>
    </message>
    <message numerus="yes">
        <source>must have %1 or %2</source>
        <translation><numerusform>须有 %1 或 %2</numerusform></translation>
    </message>
    <message>
        <source>%1 must end in a tolerance such as %2</source>
        <translation>%1 须以容差结尾，如 %2</translation>
    </message>
    <message>
        <source>%1 must contain a comparison: %2</source>
        <translation>%1 须含有比较：%2</translation>
    </message>
    <message>
        <source>%1 must have 1 to %2 digits after its colon</source>
        <translation>%1 的冒号之后须有 1 到 %2 位数字</translation>
    </message>
    <message>
        <source>there is no study yet</source>
        <translation>尚无研究</translation>
    </message>
    <message>
        <source>the path of a parameter, or an object such as %1</source>
        <translation>参数的路径，或如 %1 的对象</translation>
    </message>
    <message>
        <source>the path of a parameter</source>
        <translation>参数的路径</translation>
    </message>
    <message>
        <source>must have at most %1 controls, got %2</source>
        <translation>至多有 %1 个控件，而有 %2 个</translation>
    </message>
    <message>
        <source>must be a parameter of this experiment that can be varied, got %1</source>
        <translation>须为此实验中可变的量，实际为 %1</translation>
    </message>
    <message>
        <source>a string, or strings by language such as %1</source>
        <translation>字符串，或按语言给出的字符串，如 %1</translation>
    </message>
    <message>
        <source>must have a text in at least one language: %1</source>
        <translation>须至少有一种语言的文本：%1</translation>
    </message>
    <message>
        <source>a figure's name, or an object such as %1</source>
        <translation>图的名称，或对象如 %1</translation>
    </message>
    <message>
        <source>the name of a figure</source>
        <translation>图的名称</translation>
    </message>
    <message>
        <source>must be above 0 and at most 1, got %1</source>
        <translation>须大于 0 且至多 1，实际为 %1</translation>
    </message>
    <message>
        <source>cannot be combined with preset, which replaces it</source>
        <translation>不能与代替它的 preset 同用</translation>
    </message>
    <message>
        <source>there is no preset %1</source>
        <translation>没有预设 %1</translation>
    </message>
    <message>
        <source>is only for a step with a control</source>
        <translation>只用于含 control 的步骤</translation>
    </message>
    <message>
        <source>is only for a control with numbers</source>
        <translation>只用于数值的 control</translation>
    </message>
    <message>
        <source>a lesson, a JSON object</source>
        <translation>课程，JSON 对象</translation>
    </message>
    <message>
        <source>RMS of the output</source>
        <translation>输出的 RMS</translation>
    </message>
    <message>
        <source>the same, as predicted by theory</source>
        <translation>理论给出的同一量</translation>
    </message>
    <message>
        <source>standard deviation of ln RMS among networks of this width, by theory</source>
        <translation>此宽度的网络间 ln RMS 的标准差（理论）</translation>
    </message>
    <message>
        <source>lower end of theory's band: three standard deviations of networks of this width</source>
        <translation>理论带的下端：此宽度网络的三个标准差</translation>
    </message>
    <message>
        <source>upper end of the same band</source>
        <translation>同一理论带的上端</translation>
    </message>
    <message>
        <source>log10 of the RMS of the output, however large or small</source>
        <translation>输出 RMS 的 log10，无论大小</translation>
    </message>
    <message>
        <source>RMS of the preactivation</source>
        <translation>预激活值的 RMS</translation>
    </message>
    <message>
        <source>RMS of the gradient</source>
        <translation>梯度的 RMS</translation>
    </message>
    <message>
        <source>log10 of the RMS of the gradient, however large or small</source>
        <translation>梯度 RMS 的 log10，无论大小</translation>
    </message>
    <message>
        <source>mean of the output</source>
        <translation>输出的均值</translation>
    </message>
    <message>
        <source>standard deviation of the output</source>
        <translation>输出的标准差</translation>
    </message>
    <message>
        <source>mean of the weights</source>
        <translation>权重的均值</translation>
    </message>
    <message>
        <source>standard deviation of the weights</source>
        <translation>权重的标准差</translation>
    </message>
    <message>
        <source>fraction of zeros in the output</source>
        <translation>输出中零的占比</translation>
    </message>
    <message>
        <source>fraction of units that are 0 on every sample</source>
        <translation>对每个样本都为 0 的神经元的占比</translation>
    </message>
    <message>
        <source>fraction of the output that is saturated</source>
        <translation>输出中饱和的占比</translation>
    </message>
    <message>
        <source>correlation of the preactivations of two inputs, where the experiment measures it</source>
        <translation>两个输入的预激活值的相关系数（实验测量时）</translation>
    </message>
    <message>
        <source>χ = σ_w² E[φ'(z)²], by theory</source>
        <translation>χ = σ_w² E[φ'(z)²]（理论）</translation>
    </message>
    <message>
        <source>inputs of each unit in a plain layer</source>
        <translation>普通层中一个神经元的输入数</translation>
    </message>
    <message>
        <source>units that each input of a plain layer feeds</source>
        <translation>普通层中一个输入通往的神经元数</translation>
    </message>
    <message>
        <source>loss after t steps of training: on the next batch, or on all samples after the last step</source>
        <translation>训练 t 步之后的损失：在下一批上计算，末步之后在全部样本上计算</translation>
    </message>
    <message>
        <source>accuracy after t steps of training, on the next batch</source>
        <translation>训练 t 步之后下一批的准确率</translation>
    </message>
    <message>
        <source>layers or blocks</source>
        <translation>层或块</translation>
    </message>
    <message>
        <source>of the first layer</source>
        <translation>首层的</translation>
    </message>
    <message>
        <source>of the input</source>
        <translation>输入的</translation>
    </message>
    <message>
        <source>RMS of the input of the first layer</source>
        <translation>首层输入的 RMS</translation>
    </message>
    <message>
        <source>the selected one</source>
        <translation>所选的</translation>
    </message>
    <message>
        <source>their number</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>χ₁ at the fixed point of the network's layers, by theory</source>
        <translation>该网络的层在不动点的 χ₁（理论）</translation>
    </message>
    <message>
        <source>singular value of the Jacobian of the whole network</source>
        <translation>整个网络雅可比矩阵的奇异值</translation>
    </message>
    <message>
        <source>median singular value</source>
        <translation>奇异值的中位数</translation>
    </message>
    <message>
        <source>smallest nonzero one</source>
        <translation>最小的非零者</translation>
    </message>
    <message>
        <source>log10 of the ratio of the largest to the smallest nonzero one</source>
        <translation>最大与最小非零者之比的 log10</translation>
    </message>
    <message>
        <source>singular value of the selected layer's weights</source>
        <translation>所选层权重的奇异值</translation>
    </message>
    <message>
        <source>the smallest of them</source>
        <translation>其中最小者</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>the goal %1 is reached before anything is changed</source>
        <translation>目标 %1 在未作任何改动时已达到</translation>
    </message>
    <message>
        <source>the solution does not reach the goal %1: %2</source>
        <translation>解答未达到目标 %1：%2</translation>
    </message>
    <message>
        <source>a column of the table that stepzero run --csv writes; block 0: values outside the blocks</source>
        <translation>stepzero run --csv 所写表的一列；第 0 块为各块之外的值</translation>
    </message>
    <message>
        <source>theory's prediction of it, by site and number: %1</source>
        <translation>理论给出的同一量，按位置与数：%1</translation>
    </message>
    <message>
        <source>a number of a parameter at training step t, as in the result: %1</source>
        <translation>训练第 t 步时某个参数的一个数，与结果文件相同：%1</translation>
    </message>
    <message>
        <source>a number of the experiment file: %1</source>
        <translation>实验文件中的数：%1</translation>
    </message>
    <message>
        <source>1 if the study has this finding, else 0</source>
        <translation>研究有此诊断则为 1，否则为 0</translation>
    </message>
    <message>
        <source>no theory for a head that is tied or has a soft cap, and whose bias prefers some tokens</source>
        <translation>对于绑定的或带软上限的输出头，若其偏置偏好某些词元，则没有理论</translation>
    </message>
    <message>
        <source>no theory for logits that vary this much around the preferences of the head's bias</source>
        <translation>logit 围绕输出头偏置的偏好变化过大，没有理论</translation>
    </message>
    <message>
        <source>no theory of gradients: the tied head's softmax is concentrated on the input token</source>
        <translation>梯度的理论不适用：绑定输出头的 softmax 集中于输入词元</translation>
    </message>
    <message>
        <source>no theory for logits that the soft cap of the head compresses this much</source>
        <translation>输出头的软上限对 logit 压缩过强，理论不适用</translation>
    </message>
    <message>
        <source>Naive 0.01</source>
        <translation>朴素 0.01</translation>
    </message>
    <message>
        <source>Fixed 0.02</source>
        <translation>固定 0.02</translation>
    </message>
    <message>
        <source>PyTorch default</source>
        <translation>PyTorch 默认</translation>
    </message>
    <message>
        <source>Keras default</source>
        <translation>Keras 默认</translation>
    </message>
    <message>
        <source>Flax default</source>
        <translation>Flax 默认</translation>
    </message>
    <message>
        <source>no theory after the pooling of layer %1: the distribution of maxima of correlated numbers is not known</source>
        <translation>第 %1 层池化之后理论不适用：相关的随机变量的最大值的分布未知</translation>
    </message>
    <message>
        <source>no theory after the pooling of layer %1: the correlation of the input's positions is not known</source>
        <translation>第 %1 层池化之后理论不适用：输入各位置的相关系数未知</translation>
    </message>
    <message>
        <source>no theory after the pooling of layer %1: correlations of positions are not followed past biases with a nonzero mean</source>
        <translation>第 %1 层池化之后理论不适用：均值不为 0 的偏置之后，不再追踪各位置的相关系数</translation>
    </message>
    <message>
        <source>no theory after the pooling of layer %1: it has too many pairs of positions</source>
        <translation>第 %1 层池化之后理论不适用：位置对过多</translation>
    </message>
    <message>
        <source>the input comes from a file whose mean square is not known</source>
        <translation>输入来自均方未知的文件</translation>
    </message>
    <message>
        <source>no theory for natural inputs here: signals at different positions have different lengths, which theory follows only through scale-free activations such as ReLU</source>
        <translation>理论不适用于此处的自然输入：不同位置的信号长度不同，只有在 ReLU 等与尺度无关的激活函数下，理论才能追踪它们</translation>
    </message>
    <message>
        <source>the weights of layer %1 do not have mean 0, which mean-field theory does not cover</source>
        <translation>第 %1 层的权重均值不为 0，平均场理论不适用</translation>
    </message>
    <message>
        <source>no theory for so few inputs per sample: their length is known only for normal inputs</source>
        <translation>每个样本的输入太少，理论不适用：只有正态输入的长度已知</translation>
    </message>
    <message>
        <source>every q is a fixed point</source>
        <translation>每个 q 都是不动点</translation>
    </message>
    <message>
        <source>the fixed point q = %1 is double: signals settle there from one side and leave on the other</source>
        <translation>不动点 q = %1 是二重的：信号从一侧趋近，从另一侧离开</translation>
    </message>
    <message>
        <source>the fixed point q = %1 is unstable</source>
        <translation>不动点 q = %1 不稳定</translation>
    </message>
    <message>
        <source>the fixed point q = %1 is also stable</source>
        <translation>不动点 q = %1 也稳定</translation>
    </message>
    <message>
        <source>the fixed point q = %1 is stable</source>
        <translation>不动点 q = %1 是稳定的</translation>
    </message>
    <message>
        <source>signals longer than q = %1 grow without bound</source>
        <translation>长于 q = %1 的信号无界增长</translation>
    </message>
    <message>
        <source>long signals grow without bound</source>
        <translation>长信号无界增长</translation>
    </message>
    <message>
        <source>signals grow without bound</source>
        <translation>信号无界增长</translation>
    </message>
    <message>
        <source>ordered</source>
        <translation>有序</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>临界</translation>
    </message>
    <message>
        <source>chaotic</source>
        <translation>混沌</translation>
    </message>
    <message>
        <source>settles</source>
        <translation>稳定</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>shrinks</source>
        <translation>减小</translation>
    </message>
    <message>
        <source>grows</source>
        <translation>增大</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>algebraic</source>
        <translation>代数</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>no theory after the pooling of layer %1: the variance that a norm divides by depends on the correlation of positions</source>
        <translation>第 %1 层的池化之后没有理论：归一化所除以的方差取决于各位置的相关系数</translation>
    </message>
    <message>
        <source>no theory for kernels that are nonzero at one position only</source>
        <translation>核只在一个位置不为零，理论不适用</translation>
    </message>
    <message>
        <source>no theory for BatchNorm over fewer than %1 numbers per channel</source>
        <translation>对每个通道少于 %1 个数的 BatchNorm 没有理论</translation>
    </message>
    <message>
        <source>the scales γ of layer %1 differ between units, which mean-field theory does not cover</source>
        <translation>第 %1 层的缩放 γ 在各神经元之间不同，平均场理论不涵盖这种情况</translation>
    </message>
    <message>
        <source>no theory for BatchNorm of an input from a file: its variance over the batch is not known</source>
        <translation>输入来自文件时 BatchNorm 没有理论：输入在批上的方差未知</translation>
    </message>
    <message>
        <source>no theory for BatchNorm of samples that differ in length</source>
        <translation>样本的长度不同时，BatchNorm 没有理论</translation>
    </message>
    <message>
        <source>no theory for BatchNorm over fewer than %1 samples</source>
        <translation>样本少于 %1 个时，BatchNorm 没有理论</translation>
    </message>
    <message>
        <source>theory follows gates for at most 1000 steps</source>
        <translation>理论对门至多追踪 1000 步</translation>
    </message>
    <message>
        <source>theory of one matrix for all steps holds for about √width steps</source>
        <translation>所有步共用一个矩阵的理论约适用于 √宽度 步</translation>
    </message>
    <message>
        <source>the signal leaves the range in which theory is exact</source>
        <translation>信号超出了理论精确的范围</translation>
    </message>
    <message>
        <source>no theory of gradients through norms of so few channels: their variances are random</source>
        <translation>归一化的通道太少，其方差是随机的，梯度的理论不适用</translation>
    </message>
    <message>
        <source>no theory of DyT in a state-space network</source>
        <translation>状态空间网络采用 DyT 时理论不适用</translation>
    </message>
    <message>
        <source>theory follows at most %1 tokens through a scan</source>
        <translation>理论至多追踪扫描的 %1 个词元</translation>
    </message>
    <message>
        <source>no theory of gradients: the attention of block %1 is saturated, and few keys receive a gradient</source>
        <translation>梯度的理论不适用：第 %1 块的注意力饱和，只有少数键得到梯度</translation>
    </message>
    <message>
        <source>no theory for DyT of sinusoidal positions: they are not Gaussian</source>
        <translation>DyT 用于正弦位置时没有理论：它们不是高斯的</translation>
    </message>
    <message>
        <source>no theory for sinusoidal positions in several streams</source>
        <translation>多条流中的正弦位置没有理论</translation>
    </message>
    <message>
        <source>no theory for a tied head after a final modulation that is not 0</source>
        <translation>末端调制不为 0 时，绑定的输出头没有理论预测</translation>
    </message>
    <message>
        <source>no theory for ALiBi: its heads prefer near tokens, each by another factor</source>
        <translation>ALiBi 没有理论：各头偏好近处的词元，程度各不相同</translation>
    </message>
    <message>
        <source>no theory for relative biases with σ above %1: a network has too few of them to average over</source>
        <translation>σ 大于 %1 的相对偏置没有理论：一个网络中的偏置太少，无法取平均</translation>
    </message>
    <message>
        <source>All weights are trained.</source>
        <translation>训练全部权重。</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>为零</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>皆无</translation>
    </message>
    <message>
        <source>normal, σ = 1/r</source>
        <translation>正态，σ = 1/r</translation>
    </message>
    <message>
        <source>W = W₀ + s B A, A [r, in] and B [out, r]; W₀ is not trained.</source>
        <translation>W = W₀ + s B A，A [r, in]，B [out, r]；W₀ 不训练。</translation>
    </message>
    <message>
        <source>LoRA whose factors start from W's largest singular values; W₀ is the rest.</source>
        <translation>LoRA，其因子的初值取自 W 的最大奇异值；W₀ 为剩余部分。</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>y ← y + s B A y after W₀ x, A [r, out] and B [out, r]; W₀ is not trained.</source>
        <translation>W₀ x 之后 y ← y + s B A y，A [r, out]，B [out, r]；W₀ 不训练。</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>¼ of the depth</source>
        <translation>深度的 ¼</translation>
    </message>
    <message>
        <source>½ of the depth</source>
        <translation>深度的 ½</translation>
    </message>
    <message>
        <source>¾ of the depth</source>
        <translation>深度的 ¾</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>末端</translation>
    </message>
    <message>
        <source>The change of %1 in %2 {step|steps} grows with %3: %4; the slope should be 0.</source>
        <translation>%1在 %2 步中的变化随%3增长：%4；斜率应为 0。</translation>
    </message>
    <message>
        <source>The change of %1 in %2 {step|steps} shrinks with %3: %4; the slope should be 0.</source>
        <translation>%1在 %2 步中的变化随%3缩小：%4；斜率应为 0。</translation>
    </message>
    <message>
        <source>The change of %1 is 0 or not finite at some size.</source>
        <translation>在某个大小下，%1的变化为 0 或不是有限数。</translation>
    </message>
    <message>
        <source>The intervals are too wide to tell whether the change of %1 depends on %2: add seeds or sizes.</source>
        <translation>区间太宽，无法判断%1的变化是否取决于%2：请增加种子或大小。</translation>
    </message>
    <message>
        <source>The first steps change every layer equally at every %1: learning rates transfer.</source>
        <translation>在每个%1下，最初几步对各层的改变相同：学习率可以迁移。</translation>
    </message>
    <message>
        <source>At step 0 the %1 shrinks with width: slope %2. This is expected: weights with σ ∝ 1/width sum to 1/√width, and training overcomes it.</source>
        <translation>第 0 步时%1随宽度缩小：斜率 %2。这在意料之中：σ ∝ 1/宽度 的权重之和为 1/√宽度，训练会弥补。</translation>
    </message>
    <message>
        <source>linearized</source>
        <translation>线性化</translation>
    </message>
    <message>
        <source>binary cross-entropy</source>
        <translation>二元交叉熵</translation>
    </message>
    <message>
        <source>binary cross-entropy, nats</source>
        <translation>二元交叉熵（nat）</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>cross-entropy, nats</source>
        <translation>交叉熵，nat</translation>
    </message>
    <message>
        <source>focal</source>
        <translation>焦点</translation>
    </message>
    <message>
        <source>focal loss, nats</source>
        <translation>焦点损失（nat）</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Nesterov's momentum</source>
        <translation>Nesterov 动量</translation>
    </message>
    <message>
        <source>AdamW's learning rate ×</source>
        <translation>AdamW 的学习率 ×</translation>
    </message>
    <message>
        <source>a parametrization, a JSON object</source>
        <translation>参数化，JSON 对象</translation>
    </message>
    <message>
        <source>level</source>
        <translation>持平</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>slope %1 (95%: %2 to %3)</source>
        <translation>斜率 %1（95%：%2 至 %3）</translation>
    </message>
    <message>
        <source>Gaussian clusters</source>
        <translation>高斯簇</translation>
    </message>
    <message>
        <source>Classify samples by the cluster they belong to.</source>
        <translation>按样本所属的簇分类。</translation>
    </message>
    <message>
        <source>%1: must have a class for each sample, [%2, 1], but has [%3, %4]</source>
        <translation>%1：每个样本须有一个类别，[%2, 1]，实际为 [%3, %4]</translation>
    </message>
    <message>
        <source>[samples, 1], the class of each sample</source>
        <translation>[samples, 1]，每个样本的类别</translation>
    </message>
    <message>
        <source>%1: must hold classes from 0 to 999, got %2</source>
        <translation>%1：须为 0 至 999 的类别，实际为 %2</translation>
    </message>
    <message>
        <source>%1 has classes up to %2, but the network has %3 outputs</source>
        <translation>%1：类别编号最大为 %2，而网络有 %3 个输出</translation>
    </message>
    <message>
        <source>Labels from a file</source>
        <translation>来自文件的标签</translation>
    </message>
    <message>
        <source>Classify the input's samples; their labels come from a file.</source>
        <translation>对输入样本分类；标签来自文件。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>Predict the next token of the input's sequences.</source>
        <translation>预测输入序列的下一个词元。</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Predict the next token of sequences whose second half repeats the first.</source>
        <translation>序列的后半重复前半，预测其下一个词元。</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>多项式</translation>
    </message>
    <message>
        <source>Fit a Hermite polynomial of the input's component along a random direction.</source>
        <translation>拟合输入沿随机方向分量的埃尔米特多项式。</translation>
    </message>
    <message>
        <source>degree</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Spirals</source>
        <translation>螺线</translation>
    </message>
    <message>
        <source>Classify points in the plane by the spiral arm they lie on.</source>
        <translation>将平面上的点按所在的螺旋臂分类。</translation>
    </message>
    <message>
        <source>arms</source>
        <translation>臂数</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>圈数</translation>
    </message>
    <message>
        <source>Teacher network</source>
        <translation>教师网络</translation>
    </message>
    <message>
        <source>Fit the outputs of a random network with one hidden tanh layer.</source>
        <translation>拟合有一个 tanh 隐藏层的随机网络的输出。</translation>
    </message>
    <message>
        <source>teacher width</source>
        <translation>教师宽度</translation>
    </message>
    <message>
        <source>σ = 1/√width</source>
        <translation>σ = 1/√宽度</translation>
    </message>
    <message>
        <source>same as the network</source>
        <translation>与网络相同</translation>
    </message>
    <message>
        <source>σ = 0.01, probabilities of 0.01</source>
        <translation>σ = 0.01，概率 0.01</translation>
    </message>
    <message>
        <source>The best learning rate is the same at every %1: %2.</source>
        <translation>最佳学习率在每个%1下都相同：%2。</translation>
    </message>
    <message>
        <source>The best learning rate grows with %1: %2; the slope should be 0. The learning rate found at one %1 is wrong at another.</source>
        <translation>最佳学习率随%1增长：%2；斜率应为 0。在一个%1下找到的学习率不适用于另一个。</translation>
    </message>
    <message>
        <source>The best learning rate shrinks with %1: %2; the slope should be 0. The learning rate found at one %1 is wrong at another.</source>
        <translation>最佳学习率随%1缩小：%2；斜率应为 0。在一个%1下找到的学习率不适用于另一个。</translation>
    </message>
    <message>
        <source>The interval is too wide to tell whether the best learning rate depends on %1: %2. Add seeds, sizes or steps.</source>
        <translation>区间太宽，无法判断最佳学习率是否取决于%1：%2。请增加种子、大小或步数。</translation>
    </message>
    <message>
        <source>At some %1 the lowest loss is at the first or last learning rate: add learning rates on that side.</source>
        <translation>在某个%1下，最低损失位于第一个或最后一个学习率：请在那一侧增加学习率。</translation>
    </message>
    <message>
        <source>has a deflated member %1, but torch.save deflates no members</source>
        <translation>的成员 %1 经过压缩，而 torch.save 从不压缩</translation>
    </message>
    <message>
        <source>no theory: the soft cap of block %1 changes the logits too much</source>
        <translation>第 %1 块的软上限使 logit 变化过大，理论不适用</translation>
    </message>
    <message>
        <source>must be in the range of double precision, got %1</source>
        <translation>须在双精度的范围之内，实际为 %1</translation>
    </message>
    <message>
        <source>is not JSON: line %1, column %2: unexpected end of the text</source>
        <translation>不是 JSON：第 %1 行第 %2 列：文本提前结束</translation>
    </message>
    <message>
        <source>is not JSON: line %1, column %2: syntax error near %3</source>
        <translation>不是 JSON：第 %1 行第 %2 列：%3 附近有语法错误</translation>
    </message>
    <message>
        <source>is nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>is given twice</source>
        <translation>给出了两次</translation>
    </message>
    <message>
        <source>is read by one of your family files, but only the program's own families can be run</source>
        <translation>由用户的家族文件解读，而只有程序自带的模型家族可以运行</translation>
    </message>
    <message>
        <source>belongs to no known family</source>
        <translation>不属于已知的模型家族</translation>
    </message>
    <message>
        <source>is read as %1, which can be audited but not run</source>
        <translation>解读为 %1，它只能审查，不能运行</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>is not a network that can be run: %1</source>
        <translation>不是可以运行的网络：%1</translation>
    </message>
    <message>
        <source>is not a network that can be run: its config and its tensors disagree</source>
        <translation>不是可以运行的网络：其配置与张量不一致</translation>
    </message>
    <message>
        <source>does not state its number of heads: a config.json with %1 must be next to it or named by --config</source>
        <translation>没有给出头数：旁边须有含 %1 的 config.json，或以 --config 指明</translation>
    </message>
    <message>
        <source>vocabulary size</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>has a sliding window of %1 tokens, which the network does not have</source>
        <translation>有 %1 个词元的滑动窗口，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>has patches that do not make a square image</source>
        <translation>的图块不能组成正方形图像</translation>
    </message>
    <message>
        <source>has its last norm after the mean over tokens, but the network has it before</source>
        <translation>的末端归一化在对词元求均值之后，而网络的末端归一化在求均值之前</translation>
    </message>
    <message>
        <source>has the activation %1, but a gated pair is run only with silu or gelu</source>
        <translation>的激活函数为 %1，而门控对只能以 silu 或 gelu 运行</translation>
    </message>
    <message>
        <source>has the activation %1, but the network is run only with gelu, gelu_new, relu or silu</source>
        <translation>的激活函数为 %1，而网络只能以 gelu、gelu_new、relu 或 silu 运行</translation>
    </message>
    <message>
        <source>has shared experts with a separate gate, which the network does not have</source>
        <translation>的共享专家有单独的门控，而本程序的网络不支持</translation>
    </message>
    <message>
        <source>has the rotary base %1 in some blocks and %2 in others, but the network has one for all blocks</source>
        <translation>的旋转基数在一些块中为 %1，在其余块中为 %2，而网络所有块共用一个</translation>
    </message>
    <message>
        <source>has rotary positions of more than one kind, but the network has one kind</source>
        <translation>有多种旋转位置编码，而网络只有一种</translation>
    </message>
    <message>
        <source>scales its rotary positions by %1, but the network scales them only by linear or llama3</source>
        <translation>按 %1 缩放旋转位置编码，而网络只支持 linear 或 llama3</translation>
    </message>
    <message>
        <source>scales its rotary positions by factors other than those of LLaMA 3, which are 1 and 4</source>
        <translation>缩放旋转位置编码的因子不是 LLaMA 3 的 1 与 4</translation>
    </message>
    <message>
        <source>does not state its %1</source>
        <translation>没有给出其%1</translation>
    </message>
    <message>
        <source>cannot be run: its %1 is %2</source>
        <translation>无法运行：其%1为 %2</translation>
    </message>
    <message>
        <source>has no tensor that is read as %1</source>
        <translation>没有解读为 %1 的张量</translation>
    </message>
    <message>
        <source>must be at most %1 bytes long, got %2</source>
        <translation>长度不得超过 %1 字节，实际为 %2</translation>
    </message>
    <message>
        <source>a name of at most %1 bytes</source>
        <translation>至多 %1 字节的名称</translation>
    </message>
    <message>
        <source>a whole number of at least 0</source>
        <translation>不小于 0 的整数</translation>
    </message>
    <message>
        <source>must have at most %1 entries, got %2</source>
        <translation>至多有 %1 项，实际为 %2</translation>
    </message>
    <message>
        <source>the theory of this network is being computed</source>
        <translation>正在计算此网络的理论值</translation>
    </message>
    <message>
        <source>its tails reach further than those of the recipe's distribution.</source>
        <translation>它的尾部比配方的分布更长。</translation>
    </message>
    <message>
        <source>The depth scaling is applied to the wrong matrix.</source>
        <translation>深度缩放用在了错误的矩阵上。</translation>
    </message>
    <message>
        <source>Scale only the matrix that writes to the residual stream.</source>
        <translation>只缩放写入残差流的矩阵。</translation>
    </message>
    <message>
        <source>an entry is %1, which is %2 σ from the mean; the recipe's σ is %3.</source>
        <translation>有一个元素为 %1，距均值 %2 σ；配方的 σ 为 %3。</translation>
    </message>
    <message>
        <source>The sampler occasionally returns an endpoint of its range, as truncated normal samplers in a narrow format do.</source>
        <translation>采样器偶尔返回其范围的端点，窄格式下的截断正态采样器会如此。</translation>
    </message>
    <message>
        <source>Sample in float32, then round.</source>
        <translation>用 float32 采样，然后舍入。</translation>
    </message>
    <message>
        <source>σ is %1 instead of %2; the ratio is %3.</source>
        <translation>σ 为 %1，而应为 %2；比值为 %3。</translation>
    </message>
    <message>
        <source>No known recipe gives this σ.</source>
        <translation>没有已知的配方给出这个 σ。</translation>
    </message>
    <message>
        <source>the mean is %1, which is %2 σ from the recipe's.</source>
        <translation>均值为 %1，与配方相差 %2 σ。</translation>
    </message>
    <message>
        <source>A nonzero mean adds the same signal to every unit.</source>
        <translation>非零均值给每个神经元加上相同的信号。</translation>
    </message>
    <message>
        <source>Subtract the mean, or use a distribution with the recipe's mean.</source>
        <translation>减去均值，或使用均值与配方相同的分布。</translation>
    </message>
    <message>
        <source>σ is right, but the distribution is not the recipe's: %1 (they differ in %2 of the entries).</source>
        <translation>σ 正确，但分布不是配方的分布：%1（两者在 %2 的元素上不同）。</translation>
    </message>
    <message>
        <source>σ is right, but the distribution is %1 instead of %2 (they differ in %3 of the entries).</source>
        <translation>σ 正确，但分布是 %1 而不是 %2（两者在 %3 的元素上不同）。</translation>
    </message>
    <message>
        <source>must have at least one name</source>
        <translation>须至少有一个名称</translation>
    </message>
    <message numerus="yes">
        <source>may have only %1 in braces, got %2</source>
        <translation><numerusform>花括号中可用 %1，实际为 %2</numerusform></translation>
    </message>
    <message>
        <source>a number, or an expression as a string</source>
        <translation>数，或写成字符串的表达式</translation>
    </message>
    <message>
        <source>must be a name of letters, digits and _, and none of %1</source>
        <translation>须为由字母、数字与 _ 组成的名称，且不是 %1 之一</translation>
    </message>
    <message>
        <source>a number, where there is neither scheme nor row</source>
        <translation>数（既无 scheme 也无 row 时）</translation>
    </message>
    <message>
        <source>must have at least one recipe</source>
        <translation>须至少有一个配方</translation>
    </message>
    <message>
        <source>must be a name that no other recipe has</source>
        <translation>须为其他配方没有的名称</translation>
    </message>
    <message>
        <source>must be a scheme, or a distribution that every recipe has: recipe %1 has no %2</source>
        <translation>须为方案，或每个配方都有的分布：配方 %1 没有 %2</translation>
    </message>
    <message>
        <source>must have at least two parts</source>
        <translation>须至少有两个部分</translation>
    </message>
    <message>
        <source>a string, or names must be a list of strings</source>
        <translation>字符串，或以 names 列出多个字符串</translation>
    </message>
    <message>
        <source>needs names that end in .weight, got %1</source>
        <translation>要求以 .weight 结尾的名称，实际为 %1</translation>
    </message>
    <message>
        <source>is cut short, or its header announces more data than the file has</source>
        <translation>不完整，或文件头声明的数据多于文件实际的数据</translation>
    </message>
    <message>
        <source>has a header of more than 256 MiB</source>
        <translation>的文件头超过 256 MiB</translation>
    </message>
    <message>
        <source>has an .npy header that cannot be read</source>
        <translation>的 .npy 文件头无法读取</translation>
    </message>
    <message>
        <source>the stream leaves the range of floating-point numbers in block %1</source>
        <translation>残差流在第 %1 块中超出浮点数的范围</translation>
    </message>
    <message>
        <source>repeats an entry before it: %1</source>
        <translation>与前面的一项重复：%1</translation>
    </message>
    <message>
        <source>the gradients along the stream cancel too precisely for theory</source>
        <translation>沿残差流的梯度抵消得过于精确，理论不适用</translation>
    </message>
    <message>
        <source>Set σ_w and σ_b to the critical point</source>
        <translation>将 σ_w 和 σ_b 设为临界点</translation>
    </message>
    <message>
        <source>Set σ_w and σ_b to the critical point (orthogonal)</source>
        <translation>将 σ_w 和 σ_b 设为临界点（正交）</translation>
    </message>
    <message>
        <source>(layer %1 stays %2)</source>
        <translation>（第 %1 层仍为 %2）</translation>
    </message>
    <message>
        <source>(%1 layers keep their own activations)</source>
        <translation>（%1 个层保留自己的激活函数）</translation>
    </message>
    <message>
        <source>Set the mean of the weights to 0: %1</source>
        <translation>将权重的均值设为 0：%1</translation>
    </message>
    <message>
        <source>Layer %1 is a transposed convolution. With %2 = %3 it has σ_w² = %4; the %5 weights that reach an output give %6.</source>
        <translation>第 %1 层是转置卷积。按 %2 = %3，σ_w² = %4；按到达一个输出的 %5 个权重则为 %6。</translation>
    </message>
    <message>
        <source>The weights are scaled by fan_out, but widths differ.</source>
        <translation>权重按 fan_out 缩放，但各层宽度不同。</translation>
    </message>
    <message>
        <source>The weights are initialized in the wrong layout, but widths differ.</source>
        <translation>权重按错误的布局初始化，但各层宽度不同。</translation>
    </message>
    <message>
        <source>Layer %1 with fan_in %2 and fan_out %3 has σ_w² = %4; fan_in gives %5.</source>
        <translation>第 %1 层的 fan_in 为 %2、fan_out 为 %3，其 σ_w² = %4；按 fan_in 则为 %5。</translation>
    </message>
    <message>
        <source>Switch to %1 initialization</source>
        <translation>改用 %1 初始化</translation>
    </message>
    <message>
        <source>biases 0</source>
        <translation>偏置为 0</translation>
    </message>
    <message>
        <source>Switch to orthogonal weights with the same σ_w</source>
        <translation>改用 σ_w 相同的正交权重</translation>
    </message>
    <message>
        <source>Set σ_b to the critical point</source>
        <translation>将 σ_b 设为临界点</translation>
    </message>
    <message>
        <source>Apply LSUV: orthogonal, each layer scaled to variance 1</source>
        <translation>应用 LSUV：正交，每层缩放到方差为 1</translation>
    </message>
    <message>
        <source>Switch to leaky ReLU tailored to the depth (slope %1), zero biases</source>
        <translation>改用按深度定制的 leaky ReLU（斜率 %1），偏置为零</translation>
    </message>
    <message>
        <source>Switch to %1 initialization, zero biases</source>
        <translation>改用 %1 初始化，偏置为零</translation>
    </message>
    <message>
        <source>Switch to %1 with %2 initialization, zero biases</source>
        <translation>改用 %1 和 %2 初始化，偏置为零</translation>
    </message>
    <message>
        <source>Switch to leaky ReLU (slope %1), He initialization, zero biases</source>
        <translation>改用 leaky ReLU（斜率 %1）、He 初始化，偏置为零</translation>
    </message>
    <message>
        <source>Switch to leaky ReLU (slope %1), orthogonal He initialization, zero biases</source>
        <translation>改用 leaky ReLU（斜率 %1）、正交 He 初始化，偏置为零</translation>
    </message>
    <message>
        <source>standardize the input</source>
        <translation>将输入标准化</translation>
    </message>
    <message>
        <source>make the network %1× wider</source>
        <translation>将网络加宽到 %1 倍</translation>
    </message>
    <message>
        <source>the bracket opened at %1 is not closed</source>
        <translation>第 %1 个字符处的左括号未闭合</translation>
    </message>
    <message>
        <source>no formula yet: type one in z, such as z*tanh(z)</source>
        <translation>还没有公式：请输入 z 的公式，如 z*tanh(z)</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>an operator is missing at %1, before the bracket</source>
        <translation>第 %1 个字符处（括号前）缺少运算符</translation>
    </message>
    <message>
        <source>an operator is missing at %1: a product is written with *</source>
        <translation>第 %1 个字符处缺少运算符：乘积写作 *</translation>
    </message>
    <message>
        <source>%1 at %2 is a function: write %3(z)</source>
        <translation>第 %2 个字符处的 %1 是函数：写作 %3(z)</translation>
    </message>
    <message>
        <source>%1 at %2 is a function: write %3(…)</source>
        <translation>第 %2 个字符处的 %1 是函数：写作 %3(…)</translation>
    </message>
    <message>
        <source>%1 at %2 is not a number that can be used</source>
        <translation>第 %2 个字符处的 %1 不是可用的数</translation>
    </message>
    <message>
        <source>brackets are nested too deeply: at most %1 levels are allowed</source>
        <translation>括号嵌套过深：至多 %1 层</translation>
    </message>
    <message>
        <source>the closing bracket at %1 has no opening bracket</source>
        <translation>第 %1 个字符处的右括号没有左括号</translation>
    </message>
    <message>
        <source>has a pickle with the opcode %1, which no tensor needs</source>
        <translation>的 pickle 含操作码 %1，张量都不需要它</translation>
    </message>
    <message>
        <source>has a pickle of protocol %1; the protocol must be 2 to 5</source>
        <translation>的 pickle 协议为 %1；须为 2 到 5</translation>
    </message>
    <message>
        <source>has a tensor with a negative size</source>
        <translation>有大小为负的张量</translation>
    </message>
    <message>
        <source>Correct layer %1: bias %2 → %3</source>
        <translation>修正第 %1 层：偏置 %2 → %3</translation>
    </message>
    <message>
        <source>Correct layer %1: %2</source>
        <translation>修正第 %1 层：%2</translation>
    </message>
    <message>
        <source>Correct layer %1: %2, bias %3 → %4</source>
        <translation>修正第 %1 层：%2，偏置 %3 → %4</translation>
    </message>
    <message>
        <source>Layer %1 is at fault: its weights have %2, those of the other layers %3.</source>
        <translation>问题出在第 %1 层：其权重为 %2，其他层为 %3。</translation>
    </message>
    <message>
        <source>Layer %1 is at fault: its weights have %2, but weights for %3 should have %4.</source>
        <translation>问题出在第 %1 层：其权重为 %2，而 %3 的权重应为 %4。</translation>
    </message>
    <message>
        <source>The bias of layer %1 is %2, that of the other layers %3.</source>
        <translation>第 %1 层的偏置为 %2，其他层为 %3。</translation>
    </message>
    <message>
        <source>The bias of layer %1 is %2, but should be %3.</source>
        <translation>第 %1 层的偏置为 %2，但应为 %3。</translation>
    </message>
    <message>
        <source>no theory where the scan dominates the output y of block %1: it assumes many states</source>
        <translation>第 %1 块的输出 y 由扫描主导，理论不适用：理论假设状态很多</translation>
    </message>
    <message>
        <source>no theory for a LayerNorm that subtracts the mean of an activation</source>
        <translation>LayerNorm 减去激活的均值，理论不适用</translation>
    </message>
    <message>
        <source>has the unsupported NumPy type %1</source>
        <translation>的 NumPy 类型 %1 不受支持</translation>
    </message>
    <message>
        <source>is in Fortran order and compressed (call numpy.ascontiguousarray before saving)</source>
        <translation>是 Fortran 次序且经过压缩（请在保存前调用 numpy.ascontiguousarray）</translation>
    </message>
    <message>
        <source>is damaged: its CRC-32 does not match</source>
        <translation>已损坏：其 CRC-32 不符</translation>
    </message>
    <message>
        <source>has a member %1 that %2</source>
        <translation>的成员 %1 %2</translation>
    </message>
    <message numerus="yes">
        <source>the brace %1 is not closed: %2</source>
        <translation><numerusform>花括号 %1 未闭合：%2</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>there is a brace %1 without an opening one: write %2 for the character itself</source>
        <translation><numerusform>花括号 %1 没有对应的左括号：要写此符号本身用 %2</numerusform></translation>
    </message>
    <message>
        <source>is not the embedding, but the network's head is tied to it</source>
        <translation>不是嵌入，而网络的输出头与它绑定</translation>
    </message>
    <message>
        <source>there is a comma outside of a function's brackets: a formula has one value</source>
        <translation>函数括号之外有逗号：公式只有一个值</translation>
    </message>
    <message>
        <source>the formula ends too early: something is missing at its end</source>
        <translation>公式过早结束：末尾缺少内容</translation>
    </message>
    <message>
        <source>unexpected comma at %1</source>
        <translation>第 %1 个字符处有多余的逗号</translation>
    </message>
    <message>
        <source>unexpected bracket %1: something is missing before it, at %2</source>
        <translation>第 %2 个字符处有多余的括号 %1：其前缺少内容</translation>
    </message>
    <message>
        <source>misplaced “?” or “:” (a choice is written condition ? this : that), at %1</source>
        <translation>第 %1 个字符处的“?”或“:”位置不对（条件表达式写作“条件 ? 值一 : 值二”）</translation>
    </message>
    <message>
        <source>unexpected operator %1: a number or z is missing before it, at %2</source>
        <translation>第 %2 个字符处有多余的运算符 %1：其前缺少数或 z</translation>
    </message>
    <message>
        <source>unexpected operator %1: a number is missing before it, at %2</source>
        <translation>第 %2 个字符处有多余的运算符 %1：其前缺少数</translation>
    </message>
    <message>
        <source>the choice lacks its second half: write condition ? this : that</source>
        <translation>条件表达式缺少后半部分：应写作“条件 ? 值一 : 值二”</translation>
    </message>
    <message>
        <source>too many arguments for %1</source>
        <translation>%1 的参数过多</translation>
    </message>
    <message>
        <source>too few arguments for %1</source>
        <translation>%1 的参数过少</translation>
    </message>
    <message>
        <source>must have at least one step</source>
        <translation>须至少有一个步骤</translation>
    </message>
    <message>
        <source>must have a preset or an experiment, since there is no step before it</source>
        <translation>须有预设或实验，因为之前没有步骤</translation>
    </message>
    <message>
        <source>needs an experiment that has %1</source>
        <translation>要求含 %1 的实验</translation>
    </message>
    <message>
        <source>must have shares that add up to at most 1, got %1</source>
        <translation>份额合计至多 1，实际为 %1</translation>
    </message>
    <message>
        <source>is required where there is a board: it names the figures that matter most</source>
        <translation>有 board 时必需：列出其中最重要的图</translation>
    </message>
    <message>
        <source>must have no shares where there is a board, which has its own</source>
        <translation>有 board 时不得有 share，board 自有其份额</translation>
    </message>
    <message>
        <source>must be two increasing numbers such as %1</source>
        <translation>须为递增的两个数，如 %1</translation>
    </message>
    <message>
        <source>a number, a string, true or false</source>
        <translation>数、字符串、true 或 false</translation>
    </message>
    <message>
        <source>has no tensor %1, and belongs to no known family</source>
        <translation>没有张量 %1，也不属于已知的模型家族</translation>
    </message>
    <message>
        <source>has no tensor that is the network's %1 (it is read as %2)</source>
        <translation>没有对应网络 %1 的张量（它解读为 %2）</translation>
    </message>
    <message>
        <source>has no biases for %1; they are set to 0</source>
        <translation>没有 %1 的偏置，取为 0</translation>
    </message>
    <message>
        <source>has tensors that the network has no place for: %1 and %2 more</source>
        <translation>含有在网络中没有对应位置的张量：%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>has tensors that the network has no place for: %1</source>
        <translation>含有在网络中没有对应位置的张量：%1</translation>
    </message>
    <message>
        <source>%1 must have shape %2, but has %3</source>
        <translation>%1 的形状须为 %2，实际为 %3</translation>
    </message>
    <message>
        <source>%1 has a part %2 that the network has no place for</source>
        <translation>%1 的 %2 部分在网络中没有位置</translation>
    </message>
    <message>
        <source>%1 has %2 {row|rows} of %3, but must have %4</source>
        <translation>%1 有 %2 行 %3，而须有 %4 行</translation>
    </message>
    <message>
        <source>%1 has no place in the network, whose %2 has no bias</source>
        <translation>%1 在网络中没有位置，网络的 %2 没有偏置</translation>
    </message>
    <message>
        <source>%1 has no place in the network</source>
        <translation>%1 在网络中没有位置</translation>
    </message>
    <message>
        <source>has token types: all tokens get the first type, which is added to their positions</source>
        <translation>有词元类型：所有词元都用第一种类型，其嵌入加到位置嵌入上</translation>
    </message>
    <message>
        <source>%1 is not 0, but the network has no such bias</source>
        <translation>%1 不为 0，而网络没有这个偏置</translation>
    </message>
    <message>
        <source>the stream leaves the range of the theory in block %1</source>
        <translation>残差流在第 %1 块超出理论的范围</translation>
    </message>
    <message>
        <source>an expression is missing</source>
        <translation>缺少表达式</translation>
    </message>
    <message>
        <source>%1 is not finite</source>
        <translation>%1 不是有限数</translation>
    </message>
    <message>
        <source>needs a layer: write %1</source>
        <translation>须指明层：写作 %1</translation>
    </message>
    <message>
        <source>the experiment has no %1</source>
        <translation>该实验没有 %1</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>must have %1 in its brackets</source>
        <translation>括号中须有 %1</translation>
    </message>
    <message>
        <source>a layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>the layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>a number of steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>a column's name in quotation marks and a block</source>
        <translation>引号中的列名与块</translation>
    </message>
    <message>
        <source>the block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>the names of a parameter and a number in quotation marks, and a step</source>
        <translation>引号中的参数名与数名，以及步</translation>
    </message>
    <message>
        <source>a path of an experiment file in quotation marks</source>
        <translation>实验文件中的路径（加引号）</translation>
    </message>
    <message>
        <source>a finding's name in quotation marks</source>
        <translation>引号中的诊断名称</translation>
    </message>
    <message>
        <source>%1 is a single number of the study and has no brackets</source>
        <translation>%1 是研究的单个数，没有括号</translation>
    </message>
    <message>
        <source>the block must be 1 or more: plain layers have no values outside the blocks</source>
        <translation>块须为 1 或更大：普通层在各块之外没有值</translation>
    </message>
    <message>
        <source>there is no column %1</source>
        <translation>没有列 %1</translation>
    </message>
    <message>
        <source>there is no parameter %1</source>
        <translation>没有参数 %1</translation>
    </message>
    <message>
        <source>there is no number %1</source>
        <translation>没有数 %1</translation>
    </message>
    <message>
        <source>the experiment has no number there: it has %1</source>
        <translation>该实验的这一处不是数，而是 %1</translation>
    </message>
    <message>
        <source>the experiment has no number there</source>
        <translation>该实验的这一处没有数</translation>
    </message>
</context>
</TS>
